import { hash, randomBytes } from 'node:crypto'
import { AppError } from '../../core/errors.ts'
import { refusal } from '../../core/refusal-texts.ts'
import type { BrowserSession, BrowserSessionStore } from '../../model/browser-session.ts'
import type { Client } from '../../model/credentials.ts'
import type { LiveEvents } from '../../model/live-event.ts'
import { isOneOf } from '../../security/constant-time.ts'
import { isCredentialOf } from '../configurations/accounts.ts'
import type { Account } from '../configurations/accounts.ts'
import type { ConfigurationService } from '../configurations/service.ts'

export type BrowserSessions = ReturnType<typeof createBrowserSessions>

export type OpenSession = {
  /** For the cookie; null: the browser's own stays as it is. */
  readonly token: string | null
  /** To be sent as `X-CSRF-Token` with what the cookie opens. */
  readonly csrfToken: string
  readonly uuid: string
  /** How long the cookie is kept; null: until the browser ends. */
  readonly keepMs: number | null
}

export type ListedSession = Pick<
  BrowserSession,
  'id' | 'name' | 'remembered' | 'createdAt' | 'seenAt'
> & {
  readonly isCurrent: boolean
}

export type SignInInput = {
  /** UUID or alias. */
  readonly id: string
  readonly password: string
  readonly remember: boolean
  readonly name: string
}

type Options = {
  readonly store: BrowserSessionStore
  readonly configurations: Pick<ConfigurationService, 'signIn'>
  readonly events: Pick<LiveEvents, 'publish'>
  readonly now?: () => number
}

const minute = 60_000
const day = 86_400_000
const rememberedMs = 90 * day
/** How long an unremembered session lasts after its last use. */
const idleMs = day
const rotateAfterMs = day
/** For requests that left the browser before it took the new cookie. */
const previousMs = minute
const seenEveryMs = minute

export function createBrowserSessions({ store, configurations, events, now = Date.now }: Options) {
  async function find(token: string) {
    const found = /^[\w-]{43}$/.test(token) ? await store.find(hashOf(token)) : null
    if (!found) return null
    const { session, row, isPrevious } = found
    const isLate = isPrevious && session.rotatedAt + previousMs < now()
    const isOpen = session.expiresAt > now() && !isLate
    const { credentialVersion } = session
    return isOpen && isCredentialOf({ uuid: row.uuid, credentialVersion }, row) ? found : null
  }

  async function remove(configuration: number, id: number): Promise<boolean> {
    const removed = await store.remove(configuration, id)
    // Open connections ask again whether they may stay.
    if (removed) events.publish({ kind: 'configurationChanged', configuration })
    return removed
  }

  function noteSeen({ id, seenAt, remembered, expiresAt }: BrowserSession): void {
    if (now() - seenAt < seenEveryMs) return
    // Not awaited: if it fails, the next request tries again.
    store.seen(id, now(), remembered ? expiresAt : now() + idleMs).catch(() => {})
  }

  return {
    /** Always a new session, whatever the browser sent. Throws UNAUTHORIZED, RATE_LIMIT_EXCEEDED. */
    async open(
      { id, password, remember, name }: SignInInput,
      client: Client,
    ): Promise<OpenSession> {
      const account = await configurations.signIn({ id, secret: password }, client)
      const token = newToken()
      const csrfToken = newToken()
      const at = now()
      await store.insert({
        tokenHash: hashOf(token),
        csrfToken,
        configuration: account.rowId,
        credentialVersion: account.credentialVersion,
        name,
        remembered: remember,
        createdAt: at,
        seenAt: at,
        rotatedAt: at,
        expiresAt: at + (remember ? rememberedMs : idleMs),
      })
      return { token, csrfToken, uuid: account.uuid, keepMs: remember ? rememberedMs : null }
    },

    /** When a page is opened; replaces a token that is a day old. Null if the session has ended. */
    async resume(token: string): Promise<OpenSession | null> {
      const found = await find(token)
      if (!found) return null
      const { session, row, isPrevious } = found
      const { csrfToken, remembered } = session
      const opened = { csrfToken, uuid: row.uuid, keepMs: remembered ? rememberedMs : null }
      const isDue = !isPrevious && session.rotatedAt + rotateAfterMs <= now()
      const next = newToken()
      const expiresAt = now() + (remembered ? rememberedMs : idleMs)
      const rotation = { tokenHash: hashOf(next), at: now(), expiresAt }
      const hasRotated = isDue && (await store.rotate(hashOf(token), rotation))
      return { ...opened, token: hasRotated ? next : null }
    },

    /** Throws UNAUTHORIZED if the session has ended, FORBIDDEN for another CSRF token. */
    account: async (token: string, csrfToken: string, { address }: Client): Promise<Account> => {
      const found = await find(token)
      if (!found) throw new AppError('UNAUTHORIZED', refusal('SESSION_ENDED'))
      const { session, row } = found
      if (!isOneOf(csrfToken, [session.csrfToken])) {
        throw new AppError('FORBIDDEN', refusal('SESSION_REPLACED', { header: 'X-CSRF-Token' }))
      }
      noteSeen(session)
      const { uuid, rowId, credentialVersion } = row
      return { uuid, rowId, credentialVersion, address, via: 'browser', browserSession: session.id }
    },

    async close(token: string): Promise<void> {
      const found = await find(token)
      if (found) await remove(found.session.configuration, found.session.id)
    },

    async list({ rowId, credentialVersion, browserSession }: Account): Promise<ListedSession[]> {
      const all = await store.list(rowId)
      return all
        .filter((one) => one.expiresAt > now() && one.credentialVersion === credentialVersion)
        .map((one) => ({ ...one, isCurrent: one.id === browserSession }))
    },

    /** Throws NOT_FOUND for any but the caller's own. */
    async revoke({ rowId }: Account, id: string): Promise<true> {
      if (/^\d{1,9}$/.test(id) && (await remove(rowId, Number(id)))) return true
      throw new AppError('NOT_FOUND', refusal('NO_SUCH_BROWSER'))
    },
  }
}

function newToken(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}
