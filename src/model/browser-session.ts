import type { StoredConfiguration } from './configuration.ts'

export type BrowserSession = {
  readonly id: number
  readonly configuration: number
  readonly csrfToken: string
  /** A mark of the password that opened it. */
  readonly credentialVersion: number
  readonly name: string
  readonly remembered: boolean
  readonly createdAt: number
  readonly seenAt: number
  readonly rotatedAt: number
  readonly expiresAt: number
}

export type NewBrowserSession = Omit<BrowserSession, 'id'> & { readonly tokenHash: string }

export type FoundBrowserSession = {
  readonly session: BrowserSession
  readonly row: StoredConfiguration
  /** Whether it was found by the token before the last rotation. */
  readonly isPrevious: boolean
}

export type BrowserSessionStore = {
  find(tokenHash: string): Promise<FoundBrowserSession | null>
  /** Drops the least recently seen beyond a hundred. */
  insert(session: NewBrowserSession): Promise<number>
  /** False if another request has rotated it. */
  rotate(from: string, to: { tokenHash: string; at: number; expiresAt: number }): Promise<boolean>
  seen(id: number, at: number, expiresAt: number): Promise<void>
  list(configuration: number): Promise<readonly BrowserSession[]>
  remove(configuration: number, id: number): Promise<boolean>
  forget(configuration: number): Promise<void>
  prune(now: number): Promise<void>
}
