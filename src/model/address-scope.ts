export type AddressScope =
  | { readonly kind: 'configuration'; readonly uuid: string; readonly secret: string }
  | { readonly kind: 'alias'; readonly alias: string }
  /** Of one user alone. */
  | { readonly kind: 'personal'; readonly code: string }
