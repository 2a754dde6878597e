import type { Ending } from '../../../support/ending.ts'
import { basic, unknownUuid } from '../../../support/service.ts'
import { startFilmSource } from '../../../support/film-source.ts'
import { startStage } from '../stage.ts'

const path = '/api/v1/user'

/** Configurations over `/api/v1/user`. */
export async function walkUsers(ends: Ending): Promise<string> {
  const { recorder, name } = await startStage(ends)
  const { ask, note } = recorder
  const { source } = name('films', await startFilmSource({ ends }))
  const sources = [source]
  const password = 'correct horse'
  const create = (json: unknown) => ask(path, { method: 'POST', json })

  note('Creating')
  const { uuid, encryptedPassword } = (
    await create({ config: { name: 'Home', sources }, password })
  ).body.data
  await create({ config: {}, password: 'short' })
  await create({ config: [], password })
  await create({ password })
  await create({ config: {} })
  await create({ config: { sources: [{ type: 'stremio', url: 'nonsense' }] }, password })
  await create({ config: { filters: { regex: { exclude: ['('] } } }, password })
  await create({ config: { filters: { expressions: { exclude: ['nothing =='] } } }, password })
  await create({ config: { formatter: { name: '{{ stream.nothing | unknown }}' } }, password })
  await create({ config: { sort: { global: [{ by: 'beauty' }] } }, password })
  await create({ config: { fliters: {}, limits: { total: 0 } }, password })
  await create({ config: { mediaServer: { users: [{ name: 'Kim', pin: '1' }] } }, password })
  await create({ config: { parentConfig: { uuid: unknownUuid, password } }, password })
  await ask(path, { method: 'POST', body: '{', headers: { 'content-type': 'application/json' } })
  await ask(path, { method: 'POST', body: 'a=b', headers: { 'content-type': 'text/plain' } })

  note('Reading')
  const auth = { authorization: basic({ uuid, password }) }
  const read = await ask(path, { headers: auth })
  await ask(`${path}?raw=true`, { headers: auth })
  await ask(`${path}?raw=maybe`, { headers: auth })
  await ask(path, { headers: { authorization: basic({ uuid, password: encryptedPassword }) } })
  await ask(path)
  await ask(path, { headers: { authorization: 'Bearer x' } })
  await ask(path, { headers: { authorization: basic({ uuid, password: 'wrong password' }) } })
  await ask(path, { headers: { authorization: basic({ uuid: unknownUuid, password }) } })
  await ask(path, { headers: { authorization: basic({ uuid: 'nobody', password }) } })
  await ask(`${path}?uuid=${uuid}`, { method: 'HEAD' })
  await ask(`${path}?uuid=${unknownUuid}`, { method: 'HEAD' })
  await ask(path, { method: 'HEAD' })

  note('Replacing')
  const etag = read.headers.get('etag')!
  const replace = (json: unknown, headers: object = {}) =>
    ask(path, { method: 'PUT', json, headers: { ...auth, ...headers } })
  await replace({ config: { name: 'Home', sources, limits: { total: 5 } } }, { 'if-match': etag })
  await replace({ config: { name: 'Late' } }, { 'if-match': etag })
  await replace({ config: { name: 'Any' } }, { 'if-match': '*' })
  await replace({ config: { name: 7 } })
  await replace({})
  await ask(path, { method: 'PUT', json: { config: {} } })
  await ask(path, { headers: auth })

  note('A parent')
  const child = { sort: { global: [{ by: 'size' }] }, parentConfig: { uuid, password } }
  const { body } = await create({ config: child, password })
  const ofChild = { authorization: basic({ uuid: body.data.uuid, password }) }
  await ask(path, { headers: ofChild })
  await ask(`${path}?raw=true`, { headers: ofChild })

  note('Deleting')
  await ask(path, { method: 'DELETE' })
  await ask(path, { method: 'DELETE', headers: { ...auth, 'if-match': etag } })
  await ask(path, { method: 'DELETE', headers: auth })
  await ask(path, { headers: auth })
  await ask(path, { headers: ofChild })

  note('Other paths')
  await ask('/api/v1')
  await ask('/api/v1/nothing')
  await ask(path, { method: 'PATCH' })
  await ask('/healthz')
  await ask('/stremio/nothing')
  return recorder.print()
}
