import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { atWidth, draw, startPictureHost, startPictures } from '../../support/picture-host.ts'
import { until } from '../../support/until.ts'

it('A picture that nobody waits for any longer is not fetched, if it was not asked for yet', async () => {
  const poster = await draw(60, 90).jpeg().toBuffer()
  const held: ServerResponse[] = []
  let isHolding = true
  const names = Array.from({ length: 12 }, (_, number) => `/${number}.jpg`)
  const answer = (_request: unknown, response: ServerResponse) => {
    if (isHolding) held.push(response)
    else response.end(poster)
  }
  const host = await startPictureHost(Object.fromEntries(names.map((name) => [name, answer])))
  const { find } = startPictures()
  const clients = names.map((name) => {
    const client = new AbortController()
    const found = find(host.url + name, atWidth(60), client.signal).catch(() => null)
    return { client, found }
  })
  const other = find(`${host.url}/11.jpg`, atWidth(60))
  const asked = await until(
    'requests up to the bound of a host',
    () => host.paths.length,
    (count) => count >= 6,
  )
  for (const { client } of clients) client.abort()
  await Promise.all(clients.map(({ found }) => found))
  isHolding = false
  for (const response of held) response.end(poster)
  // Somebody else still waits for this one.
  expect((await other)?.bytes.length).toBeGreaterThan(0)
  expect(host.paths).toHaveLength(asked + 1)
  expect(host.paths.at(-1)).toBe('/11.jpg')
  // What was left is there for those who ask again.
  const again = names.find((name) => !host.paths.includes(name))!
  await find(host.url + again, atWidth(60))
  expect(host.paths.at(-1)).toBe(again)
})
