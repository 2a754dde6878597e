import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Ending } from '../support/ending.ts'
import { filmId, startFilmSource } from '../support/film-source.ts'
import { signInApp } from '../support/media-client.ts'
import { startService } from '../support/service.ts'
import { startTrackerSource } from '../support/tracker-source.ts'

const run = promisify(execFile)
const password = 'correct horse'

export type DocsStage = Awaited<ReturnType<typeof startDocsStage>>

/** A service as a reader has it, with a source at the address that the pages write, and what runs their examples. */
export async function startDocsStage(ends: Ending) {
  const source = await startFilmSource({ ends })
  const tracker = await startTrackerSource(ends)
  const service = await startService({ RATE_LIMIT_ANIME: 'off' }, ends)
  await service.service.services.anime.useSample()
  const owner = await service.createUser({ name: 'Home', sources: [source.source] }, password)
  const { token } = await signInApp(service.url, owner)
  const folder = mkdtempSync(join(tmpdir(), 'docs-'))
  ends(async () => rmSync(folder, { recursive: true, force: true }))

  const ask = (query: string) =>
    service.request(`/Items?recursive=true&limit=1&sortBy=SortName&${query}`, {
      headers: { 'x-emby-token': token },
    })
  const idOf = async (query: string) =>
    ((await ask(query)).body as unknown as { Items: { Id: string }[] }).Items[0]!.Id
  const film = await idOf('includeItemTypes=Movie')
  const series = await idOf('includeItemTypes=Series')
  const episodes = await service.request(`/Shows/${series}/Episodes?season=1`, {
    headers: { 'x-emby-token': token },
  })
  const episode = (episodes.body as unknown as { Items: { Id: string }[] }).Items[1]!.Id

  function real(text: string): string {
    return text
      .replaceAll('http://localhost:3000', service.url)
      .replaceAll('https://addon.example/manifest.json', `${source.url}/manifest.json`)
      .replaceAll('https://tracker.example/manifest.json', tracker.source.url)
  }

  /** As a reader pastes it into a shell. Throws where one of the commands fails, or is answered with a failure. */
  async function shell(text: string): Promise<string> {
    const script = `set -euo pipefail\ncurl() { command curl --fail-with-body "$@"; }\n${real(text)}`
    const env = {
      PATH: process.env['PATH'],
      UUID: owner.uuid,
      PASSWORD: password,
      ENCRYPTED_PASSWORD: owner.token,
      TOKEN: token,
      FILM: film,
      EPISODE: episode,
    }
    const { stdout } = await run('bash', ['-c', script], { cwd: folder, env })
    return stdout
  }

  /** Saves a configuration; answers it with what will not work as it is written. */
  async function configure(config: object) {
    const json = { config: JSON.parse(real(JSON.stringify(config))) as object, password }
    const { body, text } = await service.request('/api/v1/user', { method: 'POST', json })
    if (!body.success) throw new Error(text)
    return { uuid: body.data.uuid as string, warnings: body.data.warnings as unknown[] }
  }

  /** What a search answers with a configuration of this source and these rules. */
  async function search(rules: object) {
    const { uuid } = await configure({ sources: [source.source], ...rules })
    const path = `/api/v1/search?type=movie&id=${filmId(0)}&format=true`
    const { body } = await service.request(path, { auth: { uuid, password } })
    return body
  }

  async function graphql(query: string) {
    const known = { film, series, episode }
    const variables = Object.fromEntries(
      Object.entries(known).filter(([name]) => query.includes(`$${name}`)),
    )
    return service.graphql(query, {
      variables,
      headers: { authorization: `MediaBrowser Token="${token}"` },
    })
  }

  return { shell, configure, search, graphql }
}
