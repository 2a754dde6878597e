import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../core/errors.ts'
import { parseJson } from '../core/json.ts'
import { plainIssue } from '../core/plain-issues.ts'
import { animeLists, listNames } from './catalogue.ts'
import type { ListName } from './catalogue.ts'

/** The first address decides and later ones fill gaps; none: the list is off. */
export type ListAddresses = Readonly<Record<ListName, readonly string[]>>

const address = z.string().trim().min(1).max(2_000)

const addresses = z
  .union([
    z.null().transform(() => []),
    address.transform((one) => [one]),
    z.array(address).max(20),
  ])
  .optional()

const settings = z.strictObject(
  Object.fromEntries(listNames.map((name) => [name, addresses])) as Record<
    ListName,
    typeof addresses
  >,
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `knows no list ${issue.keys.join(', ').slice(0, 200)}; the lists are ${listNames.join(', ')}`
        : plainIssue(issue),
  },
)

const example = 'for example ANIME_SOURCES={"animeApi":null,"fribb":["./anime-list-full.json"]}'

/** JSON or the path of a JSON file; unnamed lists keep their published address. Throws an AppError in one line. */
export function readListAddresses(text: string | null): ListAddresses {
  if (text === null) return publishedAddresses()
  const json = text.trimStart().startsWith('{') ? text : readSettingsFile(text)
  const result = settings.safeParse(readJson(json), { error: plainIssue })
  if (!result.success) {
    const { path, message } = result.error.issues[0]!
    const place = path.length > 0 ? `${path.join('.')}: ` : ''
    throw new AppError('BAD_REQUEST', `ANIME_SOURCES ${place}${message}, ${example}`)
  }
  const given = result.data
  const published = publishedAddresses()
  return byList((name) => given[name] ?? published[name])
}

/** Only requires the file to exist; its content is checked later. Throws an AppError in one line. */
export function requireOverridesFile(path: string | null): string | null {
  if (path === null || statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  throw new AppError(
    'BAD_REQUEST',
    'ANIME_OVERRIDES names a file that does not exist, for example ANIME_OVERRIDES=./anime-overrides.yaml',
  )
}

function readSettingsFile(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new AppError('BAD_REQUEST', `ANIME_SOURCES names a file that cannot be read, ${example}`)
  }
}

function readJson(text: string): unknown {
  const json = parseJson(text)
  if (json !== undefined) return json
  throw new AppError('BAD_REQUEST', `ANIME_SOURCES is not JSON, ${example}`)
}

function publishedAddresses(): ListAddresses {
  return byList((name) => {
    const { address } = animeLists[name]
    return address === null ? [] : [address]
  })
}

/** Under their published names, packed or not; of several dates the newest. Throws an AppError where there is none. */
export function findListFiles(folder: string): ListAddresses {
  let files: string[]
  try {
    files = readdirSync(folder)
  } catch {
    throw new AppError('BAD_REQUEST', `the folder ${folder} cannot be read`)
  }
  const found = byList((name) =>
    animeLists[name].fileNames.flatMap((pattern) => {
      const [newest] = files
        .filter((file) => pattern.test(file.replace(/\.(?:gz|zst)$/, '')))
        .sort((a, b) => dateOf(b).localeCompare(dateOf(a)) || a.localeCompare(b))
      return newest === undefined ? [] : [join(folder, newest)]
    }),
  )
  if (listNames.some((name) => found[name].length > 0)) return found
  throw new AppError(
    'BAD_REQUEST',
    `${folder} contains no anime list; expected are files such as anime-list-full.json and anime-list-master.xml`,
  )
}

/** A file without a date counts as today's. */
function dateOf(file: string): string {
  return /\d{4}-\d{2}-\d{2}/.exec(file)?.[0] ?? '9999'
}

function byList(addressesOf: (name: ListName) => readonly string[]): ListAddresses {
  return Object.fromEntries(
    listNames.map((name) => [name, addressesOf(name)]),
  ) as unknown as ListAddresses
}
