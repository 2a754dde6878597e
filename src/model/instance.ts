export type Instance = {
  /** Its id for apps of the media server. */
  readonly id: string
  readonly name: string
  readonly version: string
  /** As its operator has set it; null: it is the address of each request. */
  readonly publicUrl: string | null
  /** Whether configurations need the operator's password. */
  readonly isProtected: boolean
  /** Whether GraphQL answers any document, and GraphiQL is on. */
  readonly takesAnyDocument: boolean
  readonly hasOperator: boolean
  /** Address of the built-in source; null: it is off. */
  readonly demoSource: string | null
  /** `url` null: served at `/web/`. */
  readonly webApp: { readonly url: string | null } | null
}
