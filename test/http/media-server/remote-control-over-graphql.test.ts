import { expect, it } from 'vitest'
import { startRemoteHome } from '../../support/remote-home.ts'
import { serviceTargets } from '../../support/service-targets.ts'
import { suiteEndings } from '../../support/suite-endings.ts'

const [target] = serviceTargets
const home = await startRemoteHome(target.start, suiteEndings())
const [node] = home.nodes
const headers = { authorization: `Bearer ${home.apps['phone']!.token}` }
const query = `mutation ($sessionId: ID!, $itemId: ID!, $itemType: ItemKind) {
  showItemOnSession(sessionId: $sessionId, itemId: $itemId, itemType: $itemType)
}`

async function shown(variables: object, type?: string) {
  const tv = await home.listen('tv')
  const sent = { headers, variables: { sessionId: tv.id, ...variables } }
  const { errors } = type
    ? { errors: await home.ask(home.apps['phone']!, 'POST', `/Sessions/${tv.id}/Viewing?${type}`) }
    : await node!.graphql(query, sent)
  if (errors && !type) return errors
  const { Data } = (await tv.hear('GeneralCommand')) as {
    Data: { Arguments: { ItemType: string } }
  }
  return Data.Arguments.ItemType
}

const [film] = await home.itemsOf('recursive=true&includeItemTypes=Movie&limit=1')
const [show] = await home.itemsOf('recursive=true&includeItemTypes=Series&limit=1')

it('shows an item as the kind that the caller names', async () => {
  expect(await shown({ itemId: show, itemType: 'COLLECTION' })).toBe('BoxSet')
})

it('shows it as what its id says where the caller names none, or one that there is not', async () => {
  expect(await shown({ itemId: show })).toBe('Series')
  expect(await shown({}, `itemId=${film}&itemName=Film`)).toBe('Movie')
  expect(await shown({}, `itemId=${show}&itemName=Show&itemType=Nonsense`)).toBe('Series')
})

it('does not show the first user', async () => {
  expect(await shown({ itemId: home.apps['phone']!.userId })).toMatchObject([
    { message: 'itemId must be the id of an item.', extensions: { code: 'BAD_REQUEST' } },
  ])
})

it('begins to play no earlier than at the beginning', async () => {
  const tv = await home.listen('tv')
  const play = `mutation ($sessionId: ID!, $itemIds: [ID!]!) {
    playOnSession(sessionId: $sessionId, command: PLAY_NOW, itemIds: $itemIds, startPositionMs: -1)
  }`
  const variables = { sessionId: tv.id, itemIds: [film] }
  const { errors } = await node!.graphql(play, { headers, variables })
  expect(errors).toMatchObject([
    { message: 'The position must not be negative.', extensions: { code: 'BAD_REQUEST' } },
  ])
  const path = `/Sessions/${tv.id}/Playing?playCommand=PlayNow&itemIds=${film}&startPositionTicks=-1`
  const { status } = await home.ask(home.apps['phone']!, 'POST', path)
  expect(status).toBe(400)
})
