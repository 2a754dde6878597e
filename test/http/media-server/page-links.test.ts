import { describe, expect, it } from 'vitest'
import { itemId, startRoutes } from '../../support/byte-routes.ts'
import { begins, like, page, part, startFiles } from '../../support/dead-links.ts'
import { startUpstream } from '../../support/upstream.ts'

describe('A link that answers with a web page', () => {
  it.each([
    ['video/x-matroska', '<!DOCTYPE html><p>Not found'],
    ['application/octet-stream', '\ufeff<html><p>Not found'],
    ['text/plain', '\r\n <!-- 404 --><p>Not found'],
  ])('is dead, even one that is sent as %s, whole or in parts', async (type, text) => {
    const files = await startFiles()
    const { url } = await startUpstream(({ headers }, response) => {
      const last = Buffer.byteLength(text) - 1
      const range = { 'content-range': `bytes 0-${last}/${last + 1}` }
      if (headers.range) response.writeHead(206, { 'content-type': type, ...range }).end(text)
      else response.writeHead(200, { 'content-type': type }).end(text)
    })
    for (const asked of [page, part(0)]) {
      const routes = await startRoutes({ results: [like(url), like(`${files.url}/other`)] })
      expect(await begins(routes, itemId, asked)).toBe('other')
      expect(routes.dead).toEqual(['links alpha status'])
    }
  })

  it('is the film where only its first bytes look like a page’s, or they come late', async () => {
    const files = await startFiles()
    const { url } = await startUpstream(({ url: path }, response) => {
      response.writeHead(200, { 'content-type': 'video/x-matroska' }).flushHeaders()
      if (path === '/late') setTimeout(() => response.write('<html but late'), 1_300)
      else response.write('<film'.repeat(100))
    })
    for (const [path, start] of [
      ['/odd', /^<film/],
      ['/late', /^<html but late/],
    ] as const) {
      const results = [like(`${url}${path}`), like(`${files.url}/other`)]
      const routes = await startRoutes({ results })
      expect(await begins(routes, itemId)).toMatch(start)
      expect(routes.dead).toEqual([])
    }
  })
})
