/** What a request says of its caller, read from its headers but not yet verified. */
export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'basic'; readonly id: string; readonly secret: string }
  /** The value of `x-service-user-data`. */
  | { readonly kind: 'userData'; readonly value: string }
  /** Both methods at once. */
  | { readonly kind: 'both' }
  /** A Basic header that does not parse. */
  | { readonly kind: 'malformed' }
  /** An access token or API key of the media server. */
  | { readonly kind: 'token'; readonly token: string }

/** Where a request comes from; failed sign-ins are counted per client. */
export type Client = { readonly address: string }
