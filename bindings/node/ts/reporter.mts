import BreadcrumbReporter from "./reporter.js";

export default BreadcrumbReporter;
