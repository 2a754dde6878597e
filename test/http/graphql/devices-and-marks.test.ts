import { afterAll, describe, expect, it } from 'vitest'
import { createAccessToken } from '../../support/access-tokens.ts'
import { startFilmSource } from '../../support/film-source.ts'
import { signInApp } from '../../support/media-client.ts'
import { startService } from '../../support/service.ts'

const source = await startFilmSource({ films: 3, series: 1, ends: afterAll })
const service = await startService({ RATE_LIMIT_SIGN_IN: 'off' }, afterAll)
const owner = await service.createUser({
  sources: [source.source],
  mediaServer: { owner: { name: 'Olga' }, users: [{ name: 'Kim' }] },
})
const tv = await signInApp(service.url, owner, 'tv')

async function ask(query: string, variables: object = {}, token: string = tv.token) {
  const headers = { authorization: `MediaBrowser Token="${token}"` }
  const { data, errors } = await service.graphql(query, { variables, headers })
  return { data, code: errors?.[0]?.extensions?.code }
}

const { data } = await ask(
  '{ items(filter: { recursive: true, kinds: [MOVIE] }, order: [{ by: NAME }]) { nodes { id } } }',
)
const [film, other] = data.items.nodes.map(({ id }: { id: string }) => id)

describe('Several marks at once', () => {
  const update = `mutation ($itemId: ID!, $played: Boolean, $playedAt: DateTime, $favorite: Boolean, $likes: Boolean, $positionMs: SafeInt) {
    updateWatchState(itemId: $itemId, played: $played, playedAt: $playedAt, favorite: $favorite, likes: $likes, positionMs: $positionMs) {
      played favorite likes positionMs lastPlayedAt
    }
  }`
  const changed = async (values: object) =>
    (await ask(update, { itemId: film, ...values })).data.updateWatchState

  it('change what is said and nothing else', async () => {
    expect(await changed({ favorite: true, likes: true })).toMatchObject({
      played: false,
      favorite: true,
      likes: true,
    })
    expect(await changed({ played: true, playedAt: '1970-01-02T00:00:00Z' })).toEqual({
      played: true,
      favorite: true,
      likes: true,
      positionMs: 0,
      lastPlayedAt: '1970-01-02T00:00:00.000Z',
    })
    expect(await changed({})).toMatchObject({ played: true, favorite: true, likes: true })
  })

  it('take a place as playing, unless the film is marked as played', async () => {
    expect(await changed({ played: false, positionMs: 1_800_000 })).toMatchObject({
      played: false,
      positionMs: 1_800_000,
    })
    expect(await changed({ played: true, positionMs: 600_000 })).toMatchObject({
      played: true,
      positionMs: 0,
    })
  })

  it('change nothing where the place is before the beginning', async () => {
    const values = { itemId: other, favorite: true, positionMs: -1 }
    expect((await ask(update, values)).code).toBe('BAD_REQUEST')
    const query = 'query ($id: ID!) { item(id: $id) { watch { favorite } } }'
    expect((await ask(query, { id: other })).data.item.watch).toEqual({ favorite: false })
  })
})

describe('A device', () => {
  const sessions = `query ($deviceId: ID, $controllableBy: ID, $activeWithinMs: SafeInt) {
    sessions(deviceId: $deviceId, controllableBy: $controllableBy, activeWithinMs: $activeWithinMs) {
      device { id }
      capabilities { playableMediaTypes supportedCommands supportsMediaControl }
      lastSeenAt nowPlaying { positionMs paused volume playMethod repeatMode playbackOrder }
      item { id }
    }
  }`

  it('says what it can do, each word once', async () => {
    const says = `mutation {
      setCapabilities(playableMediaTypes: [VIDEO, VIDEO], supportedCommands: [GO_HOME, MUTE, GO_HOME], supportsMediaControl: true)
    }`
    expect((await ask(says)).data).toEqual({ setCapabilities: true })
    const { data: found } = await ask(sessions, { deviceId: 'tv' })
    expect(found.sessions[0].capabilities).toEqual({
      playableMediaTypes: ['VIDEO'],
      supportedCommands: ['GO_HOME', 'MUTE'],
      supportsMediaControl: true,
    })
  })

  it('is listed with what it plays, by its own id', async () => {
    const report = `mutation ($itemId: ID!) {
      reportPlayback(itemId: $itemId, event: START, positionMs: 60000, paused: true, volume: 40, playMethod: DIRECT_PLAY, repeatMode: REPEAT_ONE, playbackOrder: SHUFFLE)
    }`
    await ask(report, { itemId: other })
    const { data: found } = await ask(sessions, { deviceId: 'tv' })
    expect(found.sessions).toMatchObject([
      {
        device: { id: 'tv' },
        lastSeenAt: expect.stringMatching(/^\d{4}-.*Z$/),
        nowPlaying: {
          positionMs: 60_000,
          paused: true,
          volume: 40,
          playMethod: 'DIRECT_PLAY',
          repeatMode: 'REPEAT_ONE',
          playbackOrder: 'SHUFFLE',
        },
        item: { id: other },
      },
    ])
    expect((await ask(sessions, { deviceId: 'phone' })).data.sessions).toEqual([])
  })

  it('shows a dashboard how it plays, but not the id of the version', async () => {
    const { authorization } = await createAccessToken(service, owner, { scopes: ['SESSIONS'] })
    const seen = async (field: string) => {
      const query = `{ sessions(deviceId: "tv") { nowPlaying { ${field} } } }`
      return service.graphql(query, { headers: { authorization } })
    }
    expect((await seen('positionMs')).data.sessions).toHaveLength(1)
    const { errors } = await seen('mediaSourceId')
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
  })

  it('is listed for another user by that user or the first one alone', async () => {
    const { data: household } = await ask('{ household { users { id name } } }')
    const kim = household.household.users.find(({ name }: { name: string }) => name === 'Kim')
    const switchTo = 'mutation ($id: ID!) { switchUser(userId: $id) { accessToken } }'
    const phone = await signInApp(service.url, owner, 'phone')
    const { data: switched } = await ask(switchTo, { id: kim.id }, phone.token)
    const { accessToken } = switched.switchUser
    expect((await ask(sessions, { controllableBy: kim.id })).code).toBeUndefined()
    expect((await ask(sessions, { controllableBy: tv.userId }, accessToken)).code).toBe('FORBIDDEN')
    expect((await ask(sessions, { controllableBy: '0'.repeat(32) })).code).toBe('NOT_FOUND')
  })

  it('signs out', async () => {
    const { token } = await signInApp(service.url, owner, 'tablet')
    expect((await ask('mutation { signOut }', {}, token)).data).toEqual({ signOut: true })
    expect((await ask('mutation { signOut }', {}, token)).code).toBe('UNAUTHORIZED')
  })
})

describe('A name', () => {
  const named = 'query ($name: String!) { itemByName(kind: GENRE, name: $name) { name kind } }'

  it('is that of nothing where no title has it', async () => {
    expect((await ask(named, { name: 'Nothing of the kind' })).data.itemByName).toBeNull()
  })
})
