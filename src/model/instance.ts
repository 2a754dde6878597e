/** What anybody may know of this installation. */
export type Instance = {
  readonly name: string
  readonly version: string
  /** Whether configurations need the operator's password. */
  readonly isProtected: boolean
}
