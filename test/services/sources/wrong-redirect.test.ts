import { expect, it } from 'vitest'
import { UpstreamError } from '../../../src/core/upstream-error.ts'
import { createSourceChecks } from '../../../src/services/configurations/warnings/sources.ts'
import { createSourcePreviews } from '../../../src/services/sources/source-preview.ts'
import { never } from '../../support/trackers/harness.ts'

const url = 'https://addon.example/manifest.json'

function clientThat(status: number | null) {
  const manifest = () =>
    Promise.reject(new UpstreamError('refused-address', 'an address that is never asked', status))
  const client = {
    manifest,
    streams: manifest,
    meta: manifest,
    catalog: manifest,
    subtitles: manifest,
  }
  return {
    previews: createSourcePreviews({ client, timeoutMs: 1_000 }),
    checks: createSourceChecks(client),
  }
}

it.each([
  ['that leads to a refused address redirects wrongly', 302, 'redirects'],
  ['whose own address is refused was not asked', null, 'refused-address'],
])('A source %s, whoever asks', async (_, status, failure) => {
  const { previews, checks } = clientThat(status)
  expect(await previews.preview({ url }, never)).toMatchObject({ manifest: null, failure })
  expect(await previews.test({ url }, { type: 'movie', id: 'tt1' }, never)).toMatchObject({
    failure,
  })
  const warnings = await checks({ sources: [{ type: 'stremio', id: 'one', url }] })
  expect(warnings).toMatchObject([{ code: 'SOURCE_FAILED', values: { failure } }])
})
