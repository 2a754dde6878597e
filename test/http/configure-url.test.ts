import { describe, expect, it } from 'vitest'
import { configureUrlOf } from '../../src/http/pages/configure-url.ts'
import { startService } from '../support/service.ts'

describe('Where a configuration is changed', () => {
  it('is what the operator says, in the media server and on the page of the addon', async () => {
    const CONFIGURE_URL = 'https://elsewhere.example/mine'
    const { request } = await startService({ CONFIGURE_URL })
    const info = (await request('/System/Info/Public')).body as unknown as { service: object }
    expect(info.service).toMatchObject({ configureUrl: CONFIGURE_URL })
    expect((await request('/stremio/configure')).text).toContain(`href="${CONFIGURE_URL}"`)
  })

  it('is else at the public address', async () => {
    const { request } = await startService({ BASE_URL: 'https://streams.example/below' })
    const info = (await request('/System/Info/Public')).body as unknown as { service: object }
    const configureUrl = 'https://streams.example/below/configure'
    expect(info.service).toMatchObject({ configureUrl })
    expect((await request('/stremio/configure')).text).toContain(`href="${configureUrl}"`)
  })

  it('is nowhere where the pages are not built', () => {
    expect(configureUrlOf(null, '/nothing')('https://streams.example')).toBeNull()
  })
})
