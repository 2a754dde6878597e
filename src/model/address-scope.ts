export type AddressScope =
  | { readonly kind: 'configuration'; readonly uuid: string; readonly secret: string }
  | { readonly kind: 'alias'; readonly alias: string }
  | { readonly kind: 'personal'; readonly code: string }
