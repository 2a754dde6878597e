import { afterAll, expect, it } from 'vitest'
import { startChildrenHome } from '../../support/children-home.ts'

const { send, ids, gentle, collection, kim, olga } = await startChildrenHome(afterAll)

async function ask(token: string, query: string) {
  const { data, errors } = JSON.parse((await send(token, 'POST', '/graphql', { query })).text)
  expect(errors).toBeUndefined()
  return Object.values(data)[0] as { item: unknown }
}

const fields = '{ id item { childCount runtimeMs images { primary backdrop } } }'
const list = JSON.parse(
  (
    await send(olga.token, 'POST', '/Playlists', {
      Name: 'Ours',
      Ids: [ids.film, gentle],
      Users: [{ UserId: kim.userId, CanEdit: true }],
    })
  ).text,
).Id as string

it.each([
  ['asking for it', `{ playlist(id: "${list}") ${fields} }`],
  ['renaming it', `mutation { renameItem(itemId: "${list}", name: "Mine") ${fields} }`],
  [
    'adding what is in it',
    `mutation { addToPlaylist(playlistId: "${list}", itemIds: ["${gentle}"]) ${fields} }`,
  ],
  [
    'removing what is not in it',
    `mutation { removeFromPlaylist(playlistId: "${list}", entryIds: []) ${fields} }`,
  ],
  ['changing it', `mutation { updatePlaylist(playlistId: "${list}", name: "Ours") ${fields} }`],
])('A playlist does not tell a user by %s what they may not watch', async (_what, query) => {
  const { item: whole } = await ask(olga.token, query)
  expect(whole).toMatchObject({ childCount: 2, images: { primary: expect.anything() } })
  const { item: seen } = await ask(kim.token, query)
  expect(seen).toMatchObject({ childCount: 1, images: { primary: null, backdrop: null } })
})

it('A collection is told as far as the user may watch it', async () => {
  const query = `{ item(id: "${collection}") { childCount images { primary backdrop } } }`
  expect(await ask(olga.token, query)).toMatchObject({ childCount: 4 })
  const seen = await ask(kim.token, query)
  expect(seen).toEqual({ childCount: 2, images: { primary: null, backdrop: null } })
})
