/** The operations that have a limit of their own, whichever interface they come through. */
export type LimitedOperation = 'user' | 'search' | 'preview' | 'anime'
