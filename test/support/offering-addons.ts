import { sourceAt } from './addon.ts'
import type { Ending } from './ending.ts'
import { serveAddon } from './stremio.ts'

const films = [1, 2, 3].map((film) => ({
  id: `tt100000${film}`,
  type: 'movie',
  name: `Film ${film}`,
  releaseInfo: `${2000 + film}`,
}))
const top = { type: 'movie', id: 'top', name: 'Top' }
const answers = {
  catalog: () => ({ metas: films }),
  meta: () => ({ meta: films[0]! }),
  subtitles: () => ({
    subtitles: ['eng', 'ger'].map((lang) => ({ id: lang, lang, url: 'https://x.example/s.srt' })),
  }),
}

/** An addon that offers one thing alone, and answers 404 for everything else. */
export async function startOffering(resource: keyof typeof answers, ends: Ending) {
  const manifest = {
    id: `test.${resource}`,
    version: '1.0.0',
    name: resource,
    description: 'answers from this test',
    types: ['movie'],
    resources: [resource],
    idPrefixes: ['tt'],
    catalogs: resource === 'catalog' ? [top] : [],
  }
  const { url } = await serveAddon(manifest, { [resource]: answers[resource] }, ends)
  return sourceAt(url, resource)
}
