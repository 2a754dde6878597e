import { randomBytes } from 'node:crypto'
import { InvalidConfig, type Problem } from '../../core/invalid-config.ts'
import { problem } from '../../core/problem-texts.ts'
import type { ProblemCode, ProblemText } from '../../core/problem-texts.ts'
import type { UserData } from '../../model/user-data.ts'
import { isHashable } from '../../security/passwords.ts'
import type { Contents, UserSecrets } from './contents.ts'

type MediaServer = NonNullable<UserData['mediaServer']>
type User = NonNullable<MediaServer['users']>[number]
type Field = keyof UserSecrets

/** `earlier`: the hash of what the user has now, which stays if it is of the same secret. */
export type PendingSecret = { hash: string } | { plain: string; earlier: string | null }

export type PendingSecrets = Readonly<Record<Field, PendingSecret | undefined>>

export type PreparedUsers = {
  readonly userData: UserData
  readonly owner: PendingSecrets
  readonly users: ReadonlyMap<string, PendingSecrets>
}

const ownerId = 'owner'
const userId = /^[0-9a-f]{32}$/

/**
 * Gives every user an id (known names keep theirs), replaces the name in `historyOf` by an id, and takes the secrets out.
 * Throws INVALID_CONFIG for duplicate users, ids of first users, a `historyOf` that names nobody or a user with one, and
 * `{set: true}` without a stored secret in `known` (best first).
 */
export function prepareUsers(
  userData: UserData,
  known: readonly Contents[],
  isOwnerId: (id: string) => boolean,
): PreparedUsers {
  const problems: Problem[] = []
  const { owner, users } = userData.mediaServer ?? {}
  const ids = assignIds(userData.mediaServer ?? {}, known, isOwnerId, problems)

  const prepared: PreparedUsers = {
    owner: {
      pin: takeSecret(
        'pin',
        owner?.pin,
        known.map(({ secrets }) => secrets.owner),
        (found) => problems.push({ path: ['mediaServer', 'owner', 'pin'], ...found }),
      ),
      password: undefined,
    },
    users: new Map(
      users?.map((user, index) => {
        const earlier = findSecrets(user, ids[index]!, known)
        const take = (field: Field) =>
          takeSecret(field, user[field], earlier, (found) =>
            problems.push({ path: ['mediaServer', 'users', index, field], ...found }),
          )
        return [ids[index]!, { pin: take('pin'), password: take('password') }]
      }),
    ),
    userData: withoutSecrets(
      userData,
      ids,
      historyTargets(owner?.name, users ?? [], ids, problems),
    ),
  }
  if (problems.length > 0) throw new InvalidConfig(problems)
  return prepared
}

/** Throws INVALID_CONFIG for what is wrong with the users among themselves, whatever is stored of them. */
export function checkUsers(
  { mediaServer = {} }: UserData,
  isOwnerId: (id: string) => boolean,
): void {
  const { owner, users = [] } = mediaServer
  const problems: Problem[] = []
  const ids = assignIds(mediaServer, [], isOwnerId, problems)
  historyTargets(owner?.name, users, ids, problems)
  if (problems.length > 0) throw new InvalidConfig(problems)
}

function assignIds(
  { owner, users = [] }: MediaServer,
  known: readonly Contents[],
  isOwnerId: (id: string) => boolean,
  problems: Problem[],
) {
  const names = new Set([ownerId, ...(owner?.name === undefined ? [] : [nameKey(owner.name)])])
  const taken = new Set<string>()

  for (const [index, { id, name }] of users.entries()) {
    const report = (key: 'id' | 'name', code: ProblemCode) =>
      problems.push({ path: ['mediaServer', 'users', index, key], ...problem(code) })
    const key = nameKey(name)
    if (key === '') report('name', 'USER_NAME_BLANK')
    if (names.has(key)) report('name', 'USER_NAME_TAKEN')
    names.add(key)
    if (id === undefined) continue
    if (!userId.test(id.toLowerCase())) report('id', 'NOT_A_USER_ID')
    if (taken.has(id.toLowerCase())) report('id', 'USER_ID_TAKEN')
    if (isOwnerId(id.toLowerCase())) report('id', 'USER_ID_OF_OWNER')
    taken.add(id.toLowerCase())
  }

  const knownUsers = known.flatMap(({ userData }) => userData.mediaServer?.users ?? [])
  return users.map(({ id, name }) => {
    if (id !== undefined) return id.toLowerCase()
    const same = knownUsers.find((user) => sameName(user.name, name) && !taken.has(user.id!))
    const own = same?.id ?? randomBytes(16).toString('hex')
    taken.add(own)
    return own
  })
}

function findSecrets({ name }: User, id: string, known: readonly Contents[]): UserSecrets[] {
  const collect = (isSame: (user: User) => boolean): UserSecrets[] =>
    known.flatMap(({ userData, secrets }) =>
      (userData.mediaServer?.users ?? [])
        .filter(isSame)
        .flatMap((user) => secrets.users[user.id!] ?? []),
    )
  const byId = collect((user) => user.id === id)
  return byId.length > 0 ? byId : collect((user) => sameName(user.name, name))
}

function takeSecret(
  field: Field,
  value: User[Field],
  earlier: readonly UserSecrets[],
  report: (found: ProblemText) => void,
): PendingSecrets[Field] {
  if (value === undefined || value === null) return undefined
  const hash = earlier.find((secrets) => secrets[field] !== undefined)?.[field]
  if (typeof value === 'string') {
    if (!isHashable(value)) report(problem('NOT_HASHABLE'))
    return { plain: value, earlier: hash ?? null }
  }
  if (hash === undefined) report(problem('NO_SECRET_STORED', { field }))
  return hash === undefined ? undefined : { hash }
}

function historyTargets(
  ownerName: string | undefined,
  users: readonly User[],
  ids: readonly string[],
  problems: Problem[],
) {
  return users.map(({ historyOf }, index) => {
    if (historyOf === undefined || historyOf === null) return historyOf
    const { personal } = users[index]!
    const report = (code: ProblemCode) =>
      problems.push({ path: ['mediaServer', 'users', index, 'historyOf'], ...problem(code) })
    if (personal) report('HISTORY_WITH_PERSONAL')
    if ([ownerId, ownerName].some((name) => name !== undefined && sameName(name, historyOf)))
      return ownerId
    const byId = ids.indexOf(historyOf.toLowerCase())
    const target = byId >= 0 ? byId : users.findIndex(({ name }) => sameName(name, historyOf))
    if (target < 0) report('HISTORY_OF_NOBODY')
    else if (target === index) report('HISTORY_OF_SELF')
    else if (users[target]!.historyOf) report('HISTORY_OF_SHARER')
    else if (users[target]!.personal) report('HISTORY_OF_PERSONAL')
    return ids[target]
  })
}

function withoutSecrets(
  userData: UserData,
  ids: readonly string[],
  targets: readonly (string | null | undefined)[],
): UserData {
  const { mediaServer } = userData
  if (!mediaServer) return userData
  const { owner, users } = mediaServer
  return {
    ...userData,
    mediaServer: {
      ...mediaServer,
      ...(owner && { owner: { ...owner, ...mark('pin', owner.pin) } }),
      ...(users && {
        users: users.map((user, index) => ({
          ...user,
          id: ids[index],
          ...mark('pin', user.pin),
          ...mark('password', user.password),
          ...(targets[index] !== undefined && { historyOf: targets[index] }),
        })),
      }),
    },
  }
}

function mark(field: Field, value: User[Field]) {
  return value === undefined || value === null ? {} : { [field]: { set: true as const } }
}

function sameName(a: string, b: string): boolean {
  return nameKey(a) === nameKey(b)
}

function nameKey(name: string): string {
  return name.normalize().trim().toLowerCase()
}
