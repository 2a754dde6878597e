import { afterAll } from 'vitest'
import { filmStream, sourceAt, startAddon } from './addon.ts'
import { startService, userDataHeader } from './service.ts'
import { startUpstream, status } from './upstream.ts'

/** Two with seeders and an info hash, one with neither. */
const streams = [
  filmStream(1, { title: 'Some.Film.2020.2160p.BluRay.x265-ONE.mkv\n👤 11 💾 20 GB' }),
  filmStream(2, { title: 'Some.Film.2020.720p.WEB-DL.x264-TWO.mkv\n👤 22 💾 2 GB' }),
  {
    name: 'Loopback 480p',
    title: 'Some.Film.2020.480p.DVDRip.XviD-THREE.avi',
    url: 'https://cdn.example/three.avi',
  },
].map((stream, index) => ({
  ...stream,
  behaviorHints: { filename: stream.title.split('\n')[0], bingeGroup: `group-${index}` },
}))

export type Result = Record<string, unknown> & {
  filename: string
  infoHash: string | null
  name?: string
  description?: string
  parsedFile: { releaseGroup: string }
}

/** A service, and a configuration of two sources: three streams of a film, and one that is broken. */
export async function searchHome() {
  const { request, createUser } = await startService({}, afterAll)
  const addon = await startAddon({ streams, ends: afterAll })
  const broken = await startUpstream(status(500), '127.0.0.1', afterAll)
  const config = {
    sources: [addon.source, sourceAt(`${broken.url}/secret-key/manifest.json`, 'Broken')],
    formatter: { name: '{{ stream.releaseGroup }}', description: '{{ stream.filename }}' },
  }
  const headers = { 'x-service-user-data': userDataHeader(config) }
  return {
    request,
    createUser,
    addon,
    config,
    streams,
    headers,
    search: (query = '', options: RequestInit = { headers }) =>
      request(`/api/v1/search?type=movie&id=tt1${query}`, options),
  }
}
