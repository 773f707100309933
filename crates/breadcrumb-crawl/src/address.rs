//! Which addresses are asked.
//!
//! Whoever names an address may name any host, their own machine too. A page may not: a redirect
//! to a private address could make this program talk to what only it can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use crate::error::{Error, ErrorKind};

/// An address that the user gave.
///
/// ```
/// use breadcrumb_crawl::parse_address;
///
/// assert!(parse_address("http://localhost:8000/login").is_ok());
/// assert!(parse_address("javascript:alert(1)").is_err());
/// ```
pub fn parse_address(text: &str) -> Result<Url, Error> {
    let url = Url::parse(text.trim()).map_err(|error| {
        Error::new(
            ErrorKind::Address,
            format!("`{text}` is no address: {error}"),
        )
    })?;
    check_scheme(&url)?;
    Ok(url)
}

/// Checks where a redirect leads.
pub(crate) fn redirected(from: &Url, location: &str) -> Result<Url, Error> {
    let refuse = |why: String| {
        let message = format!("`{from}` redirects to `{location}`, {why}");
        Error::new(ErrorKind::Redirect, message)
    };
    let to = from
        .join(location)
        .map_err(|error| refuse(format!("which is no address: {error}")))?;
    check_scheme(&to).map_err(|_| refuse("which is not followed".to_owned()))?;
    if from.scheme() == "https" && to.scheme() == "http" {
        return Err(refuse("which gives up encryption".to_owned()));
    }
    Ok(to)
}

fn check_scheme(url: &Url) -> Result<(), Error> {
    let has_host = matches!(url.scheme(), "http" | "https") && url.has_host();
    if has_host {
        return Ok(());
    }
    let message = format!("addresses like `{}:` are not asked", url.scheme());
    Err(Error::new(ErrorKind::Address, message))
}

/// Whether two addresses are the same host, port and scheme.
pub(crate) fn is_same_origin(a: &Url, b: &Url) -> bool {
    a.origin() == b.origin()
}

/// Whether a host is written as an address that only some networks reach.
pub(crate) fn is_private_host(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(ip)) => is_private(IpAddr::V4(ip)),
        Some(Host::Ipv6(ip)) => is_private(IpAddr::V6(ip)),
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        None => true,
    }
}

/// Whether only some networks reach an address.
pub(crate) fn is_private(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_private_v4(ip),
        IpAddr::V6(ip) => ip
            .to_ipv4_mapped()
            .map_or_else(|| is_private_v6(ip), is_private_v4),
    }
}

fn is_private_v4(ip: Ipv4Addr) -> bool {
    let [a, b, ..] = ip.octets();
    ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_unspecified()
        || ip.is_broadcast()
        || ip.is_multicast()
        || a == 0
        || a >= 240
        // Shared address space of providers, and networks for benchmarks.
        || (a == 100 && (64..128).contains(&b))
        || (a == 198 && (18..20).contains(&b))
        || (a == 192 && b == 0)
}

fn is_private_v6(ip: Ipv6Addr) -> bool {
    let first = ip.segments().first().copied().unwrap_or_default();
    ip.is_loopback()
        || ip.is_unspecified()
        || ip.is_multicast()
        || ip.is_unique_local()
        || ip.is_unicast_link_local()
        // Addresses that stand for IPv4 ones behind a gateway.
        || first == 0x64
        || first == 0x2002
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_are_asked() {
        for good in [
            "http://localhost:8000/a",
            "https://example.com",
            "http://10.0.0.1/",
        ] {
            assert!(parse_address(good).is_ok(), "{good}");
        }
        for bad in [
            "file:///etc/passwd",
            "data:text/html,x",
            "javascript:alert(1)",
            "ftp://a.test/",
            "about:blank",
            "login.html",
            "",
            "http://",
        ] {
            assert_eq!(
                parse_address(bad).unwrap_err().kind(),
                ErrorKind::Address,
                "{bad}"
            );
        }
    }

    #[test]
    fn redirects_stay_on_the_web() {
        let from = Url::parse("https://a.test/x").unwrap();
        assert_eq!(
            redirected(&from, "/y").unwrap().as_str(),
            "https://a.test/y"
        );
        for bad in [
            "file:///etc/passwd",
            "javascript:1",
            "data:,x",
            "http://a.test/",
        ] {
            let error = redirected(&from, bad).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Redirect, "{bad}");
        }
    }

    #[test]
    fn private_addresses_are_known() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "192.168.0.1",
            "172.16.0.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "::1",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
        ] {
            assert!(is_private(private.parse().unwrap()), "{private}");
        }
        for public in ["93.184.216.34", "2606:2800:220:1::1"] {
            assert!(!is_private(public.parse().unwrap()), "{public}");
        }
    }
}
