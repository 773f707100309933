//! [`Names`]: what the names of a file stand for.

use std::collections::HashMap;
use std::ops::Range;

use super::operand::Operand;

/// What a name is bound to.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Bound {
    Operand(Operand),
    /// A parameter of a function.
    Parameter,
    /// A parameter that `pytest.mark.parametrize` gives its values.
    Parametrized,
    /// A module, or a name of one.
    Import {
        module: String,
        name: Option<String>,
    },
    /// A class, by the number of its scope.
    Class(usize),
    /// Something else: a loop, a function, a pattern, a second assignment.
    Other,
}

/// What kind of a part of a file a scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ScopeKind {
    Module,
    Function,
    Class,
}

/// A part of a file that has names of its own.
#[derive(Debug)]
pub(crate) struct Scope {
    pub(crate) range: Range<usize>,
    pub(crate) kind: ScopeKind,
    /// The classes that a class extends.
    pub(crate) bases: Vec<Vec<String>>,
}

/// A name that is bound.
#[derive(Debug)]
pub(crate) struct Binding {
    pub(crate) at: usize,
    pub(crate) bound: Bound,
}

/// What the names of a file stand for.
#[derive(Debug)]
pub(crate) struct Names {
    scopes: Vec<Scope>,
    bindings: Vec<HashMap<String, Vec<Binding>>>,
    /// Modules all of whose names are names of this one.
    pub(crate) stars: Vec<String>,
    /// Names that get another value, wherever they were declared.
    assigned: Vec<(usize, String)>,
}

impl Names {
    pub(super) fn new(len: usize) -> Self {
        let module = Scope {
            range: 0..len + 1,
            kind: ScopeKind::Module,
            bases: Vec::new(),
        };
        Self {
            scopes: vec![module],
            bindings: vec![HashMap::new()],
            stars: Vec::new(),
            assigned: Vec::new(),
        }
    }

    pub(super) fn open(&mut self, range: Range<usize>, kind: ScopeKind) -> usize {
        self.scopes.push(Scope {
            range,
            kind,
            bases: Vec::new(),
        });
        self.bindings.push(HashMap::new());
        self.scopes.len() - 1
    }

    pub(super) fn set_bases(&mut self, scope: usize, bases: Vec<Vec<String>>) {
        if let Some(scope) = self.scopes.get_mut(scope) {
            scope.bases = bases;
        }
    }

    pub(super) fn bind(&mut self, scope: usize, name: &str, at: usize, bound: Bound) {
        if let Some(bindings) = self.bindings.get_mut(scope) {
            bindings
                .entry(name.to_owned())
                .or_default()
                .push(Binding { at, bound });
        }
    }

    /// Binds a name in the innermost scope of a place.
    pub(super) fn bind_here(&mut self, name: &str, at: usize, bound: Bound) {
        let scope = self.scopes_at(at).next().unwrap_or_default();
        self.bind(scope, name, at, bound);
    }

    /// Notes that a name gets another value, wherever it was declared.
    pub(super) fn assign(&mut self, name: &str, at: usize) {
        self.assigned.push((at, name.to_owned()));
    }

    pub(super) fn finish(&mut self) {
        for (at, name) in std::mem::take(&mut self.assigned) {
            let mut scopes = self.scopes_at(at);
            let declared = scopes.find(|scope| !self.of(*scope, &name).is_empty());
            drop(scopes);
            self.bind(declared.unwrap_or_default(), &name, at, Bound::Other);
        }
    }

    /// Returns the scopes around a place, the innermost first.
    pub(crate) fn scopes_at(&self, at: usize) -> impl Iterator<Item = usize> {
        // They are in the order of their beginnings, so that inner ones come after outer ones.
        let around =
            move |(index, scope): (usize, &Scope)| scope.range.contains(&at).then_some(index);
        self.scopes.iter().enumerate().rev().filter_map(around)
    }

    pub(crate) fn scope(&self, scope: usize) -> Option<&Scope> {
        self.scopes.get(scope)
    }

    /// Returns what a scope binds a name to.
    pub(crate) fn of(&self, scope: usize, name: &str) -> &[Binding] {
        let bindings = self
            .bindings
            .get(scope)
            .and_then(|bindings| bindings.get(name));
        bindings.map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns what a name is bound to that is used at a place.
    pub(crate) fn lookup(&self, name: &str, at: usize) -> &[Binding] {
        let mut scopes = self.scopes_at(at).enumerate();
        // Methods do not see the names of their class.
        let sees = |(depth, scope): &(usize, usize)| {
            let kind = self.scope(*scope).map(|scope| scope.kind);
            (*depth == 0 || kind != Some(ScopeKind::Class)) && !self.of(*scope, name).is_empty()
        };
        scopes
            .find(sees)
            .map(|(_, scope)| self.of(scope, name))
            .unwrap_or_default()
    }

    /// Returns the class around a place.
    pub(crate) fn class_at(&self, at: usize) -> Option<usize> {
        let is_class = |scope: &usize| {
            self.scope(*scope)
                .is_some_and(|s| s.kind == ScopeKind::Class)
        };
        self.scopes_at(at).find(is_class)
    }

    /// Returns the value of a name, or of an attribute of the class around, if it has just one.
    pub(crate) fn value(&self, path: &[String], at: usize) -> Option<&Operand> {
        let bindings = match path {
            [name] => self.lookup(name, at),
            [object, name] if matches!(object.as_str(), "self" | "this") => {
                self.of(self.class_at(at)?, name)
            }
            _ => return None,
        };
        match bindings {
            [
                Binding {
                    bound: Bound::Operand(operand),
                    ..
                },
            ] => Some(operand),
            _ => None,
        }
    }

    /// Returns all names with what they are bound to.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &Binding)> {
        let names = self.bindings.iter().flatten();
        names.flat_map(|(name, bindings)| bindings.iter().map(|binding| (name.as_str(), binding)))
    }
}
