import type { Configuration } from '../../data/configuration.ts'
import type { MediaServer, Secret, UserEntry } from '../../data/household.ts'

type Field = 'pin' | 'password'
type Secrets = Pick<UserEntry, Field>
export type MissingSecret = { readonly user: string | null; readonly field: Field }

const fields = ['pin', 'password'] as const

/** `read` without the secrets that it says are set but that are not `stored`, and whose these are (null: the first user). */
export function withoutMissing(
  read: Configuration,
  stored: Configuration,
): { readonly usable: Configuration; readonly missing: readonly MissingSecret[] } {
  const mediaServer = mediaServerOf(read)
  const before = mediaServerOf(stored)
  const missing: MissingSecret[] = []

  function keepable(entry: UserEntry, known: readonly Secrets[], isOwner: boolean): UserEntry {
    const lost = fields.filter(
      (field) => isKept(entry[field]) && !known.some((one) => isKept(one[field])),
    )
    for (const field of lost) missing.push({ user: isOwner ? null : textOf(entry.name), field })
    return Object.fromEntries(
      Object.entries(entry).filter(([key]) => !lost.some((field) => field === key)),
    )
  }

  const { owner, users } = mediaServer
  const changed = {
    ...mediaServer,
    ...(isEntry(owner) && { owner: keepable(owner, before.owner ? [before.owner] : [], true) }),
    ...(Array.isArray(users) && {
      users: users.map((user: unknown) =>
        isEntry(user) ? keepable(user, storedOf(user, before.users ?? []), false) : user,
      ),
    }),
  }
  return { usable: missing.length === 0 ? read : { ...read, mediaServer: changed }, missing }
}

function mediaServerOf({ mediaServer }: Configuration): MediaServer {
  return isEntry(mediaServer) ? mediaServer : {}
}

/** As the service finds them: by id, else by name. */
function storedOf({ id, name }: UserEntry, users: readonly UserEntry[]): readonly UserEntry[] {
  const byId = users.filter((one) => id !== undefined && one.id === textOf(id).toLowerCase())
  return byId.length > 0 ? byId : users.filter((one) => isNamed(one, name))
}

function isNamed(user: UserEntry, name: string | undefined): boolean {
  const key = (text: unknown) => textOf(text).normalize().trim().toLowerCase()
  return key(user.name) === key(name)
}

/** A file may hold anything. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isKept(secret: Secret | undefined): boolean {
  return typeof secret === 'object' && secret !== null
}

function isEntry(value: unknown): value is UserEntry {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
