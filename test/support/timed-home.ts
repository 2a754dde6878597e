import { expect } from 'vitest'
import type { AccessSchedule } from '../../src/model/access-times.ts'
import type { Ending } from './ending.ts'
import { startFilmSource } from './film-source.ts'
import { signInApp } from './media-client.ts'
import { startService } from './service.ts'

/** A time zone in which it is about noon, so that no test meets midnight. */
export function noonZone(now = Date.now()): string {
  const ahead = 12 - new Date(now).getUTCHours()
  // The signs of these names are reversed.
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Hours since midnight of that zone. */
export function hourIn(ms: number): number {
  const now = Date.now()
  return (12 * 3_600_000 + (now % 3_600_000) + ms) / 3_600_000
}

const everyday = (startHour: number, endHour: number): AccessSchedule => ({
  dayOfWeek: 'Everyday',
  startHour,
  endHour,
})
export const closed = (): AccessSchedule[] => [everyday(0, 1)]
export const closesIn = (ms: number): AccessSchedule[] => [everyday(0, hourIn(ms))]

/** Olga and Kim, signed in, of a household with a source of films, which the service carries. */
export async function startTimedHome(ends: Ending, videoUrl?: string) {
  const { source } = await startFilmSource({ ends, ...(videoUrl && { videoUrl }) })
  const env = { RATE_LIMIT_SIGN_IN: 'off' }
  const service = await startService(env, ends)
  const configOf = (limits: object) => ({
    name: 'Home',
    sources: [source],
    stremio: { recordPlays: true },
    mediaServer: {
      timeZone: noonZone(),
      proxy: true,
      owner: { name: 'Olga' },
      users: [{ name: 'Kim', ...limits }],
    },
  })
  const owner = await service.createUser(configOf({}))
  const signIn = (name: string, device = `of-${name}`) =>
    signInApp(service.url, { ...owner, uuid: `${owner.uuid}/${name}` }, device)
  const [olga, kim] = [await signIn('Olga'), await signIn('Kim')]

  async function limit(limits: object): Promise<void> {
    const json = { config: configOf(limits) }
    const { status, text } = await service.request('/api/v1/user', {
      method: 'PUT',
      auth: owner,
      json,
    })
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
  }

  async function send(
    token: string,
    method: string,
    path: string,
    body?: object,
    at = service.url,
  ) {
    const response = await fetch(at + path, {
      method,
      redirect: 'manual',
      headers: { 'x-emby-token': token, ...(body && { 'content-type': 'application/json' }) },
      body: body ? JSON.stringify(body) : null,
    })
    return { status: response.status, text: await response.text() }
  }

  async function firstFilm(): Promise<string> {
    const path = '/Items?recursive=true&includeItemTypes=Movie&limit=1'
    return JSON.parse((await send(olga.token, 'GET', path)).text).Items[0].Id
  }

  /** The same service again, on the same data. */
  async function restarted() {
    await service.close()
    return startService({ ...env, DATA_DIR: service.dataDir }, ends)
  }

  return { service, owner, olga, kim, signIn, limit, send, film: await firstFilm(), restarted }
}
