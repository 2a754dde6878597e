export type Credentials =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'basic'
      readonly id: string
      readonly secret: string
      /** Name or id of the user whose own address is asked; absent: the first one asks. */
      readonly user?: string
    }
  | { readonly kind: 'userData'; readonly value: string }
  | { readonly kind: 'both' }
  | { readonly kind: 'malformed' }
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'browser'; readonly token: string; readonly csrfToken: string }
  /** The session of the operator's browser. Gives no access to configurations. */
  | { readonly kind: 'operator'; readonly token: string; readonly csrfToken: string }

/** Failed sign-ins are counted per client. */
export type Client = { readonly address: string }
