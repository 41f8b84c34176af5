/**
 * What an upstream function gives that returns a value and an error: one of the two. Kubernetes may give both at once; where it
 * does, the type of the function says so itself.
 */
export type Result<T, E = Error> = [T, undefined] | [undefined, E];
