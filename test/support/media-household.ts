import { startFilmSource } from './film-source.ts'
import { validateAnswer } from './jellyfin-schema.ts'
import { signInApp } from './media-client.ts'
import { startService } from './service.ts'
import type { Ending } from './ending.ts'

export type MediaAnswer = {
  status: number
  headers: Headers
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes
  body: any
}

export type MediaItem = { Id: string; Name: string; Type: string }

/** Longest time that any request may keep the service busy. */
export const soonMs = 2_000

/**
 * A household of Olga, signed in on the device `living-room`, and Kim, whose PIN is 471100, with a source of 30 films
 * and 10 series, also under the alias `home`; another household beside it; and plain requests to their service.
 */
export async function startMediaHousehold(
  ends: Ending,
  env: Readonly<Record<string, string>> = {},
) {
  const source = await startFilmSource({ ends })
  const limits = { RATE_LIMIT_SIGN_IN: 'off', ...env }
  const plain = await startService(limits, ends)
  const owner = await plain.createUser({
    name: 'Home',
    sources: [source.source],
    mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim', pin: '471100' }] },
  })
  const other = await plain.createUser({ name: 'Elsewhere', sources: [source.source] })
  const stranger = (await signInApp(plain.url, other)).userId
  const ALIASED_CONFIGURATIONS = `home:${owner.uuid}:${owner.password}`
  const service = await startService(
    { ...limits, DATA_DIR: plain.dataDir, ALIASED_CONFIGURATIONS },
    ends,
  )
  const { token, userId } = await signInApp(service.url, owner)

  const problems: string[] = []

  /** The path goes out as it is written. */
  async function anonymously(path: string, init: RequestInit = {}): Promise<MediaAnswer> {
    const response = await fetch(service.url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
    const body = isJson ? JSON.parse(text) : null
    const [plainPath = ''] = path.split('?', 1)
    const isCamel = response.headers.get('content-type')?.includes('CamelCase')
    if (response.ok && isJson && !isCamel)
      problems.push(...validateAnswer(init.method ?? 'GET', plainPath, response.status, body))
    return { status: response.status, headers: response.headers, text, body }
  }

  /** As Olga. */
  async function ask(path: string, init: RequestInit = {}): Promise<MediaAnswer> {
    const headers = new Headers(init.headers)
    headers.set('authorization', `MediaBrowser Token="${token}"`)
    return anonymously(path, { ...init, headers })
  }

  /** As Olga; type null: without any. */
  function post(path: string, body: string | null, type: string | null = 'application/json') {
    const headers: HeadersInit = type === null ? {} : { 'content-type': type }
    // A text would bring a type of its own.
    const bytes = body === null ? null : new TextEncoder().encode(body)
    return ask(path, { method: 'POST', headers, body: bytes })
  }

  async function firstOf(query: string): Promise<string> {
    return (await ask(`/Items?sortBy=SortName&limit=1&${query}`)).body.Items[0].Id
  }

  const films = (await ask('/UserViews')).body.Items[0].Id as string
  return {
    service,
    port: service.port,
    url: service.url,
    owner,
    userId,
    /** A user of the other household. */
    stranger,
    /** Ids of the library of films, of its first film, and of a series. */
    films,
    film: await firstOf(`parentId=${films}`),
    show: await firstOf('recursive=true&includeItemTypes=Series'),
    anonymously,
    ask,
    post,
    /** What the service logged of its own faults, and what of its answers was not as the standard describes them. */
    faults: () => [
      ...service.lines.filter((line) => line.includes('unexpected failure')),
      ...problems,
    ],
  }
}

/** Dashes and capitals, as some apps write ids. */
export function dashed(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toUpperCase()
}
