import { describe, expect, it } from 'vitest'
import { startAvatarHost } from '../../support/avatar-host.ts'
import { startGuarded } from '../../support/guarded-service.ts'
import { shapeOf } from '../../support/picture-host.ts'

async function signedIn(avatar: string, env: Record<string, string> = {}) {
  const service = await startGuarded(env)
  const home = await service.createUser({ mediaServer: { owner: { avatar } } })
  const { id } = await service.signIn(home.uuid, home.password)
  return async (path: string, headers: Record<string, string> = {}) => {
    const address = `${service.url}${path.replace('<user>', id)}`
    const answer = await fetch(address, { headers, redirect: 'manual' })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
}

const paths = ['/UserImage?userId=<user>', '/Users/<user>/Images/Primary']

describe('The picture of a user that lies elsewhere', () => {
  it('is fetched once, and sent small in the format that is asked for', async () => {
    const host = await startAvatarHost()
    const ask = await signedIn(`${host.url}/kim.png`)
    for (const path of paths) {
      const { answer, bytes } = await ask(path, { accept: 'image/webp' })
      expect([answer.status, await shapeOf(bytes)]).toEqual([200, '400x400 webp'])
      expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      const etag = answer.headers.get('etag')!
      const again = await ask(path, { accept: 'image/webp', 'if-none-match': etag })
      expect(again.answer.status).toBe(304)
      expect(await shapeOf((await ask(path)).bytes)).toBe('400x400 png')
    }
    expect(host.paths).toEqual(['/kim.png'])
  })

  it('is a placeholder where it is not there', async () => {
    const host = await startAvatarHost()
    const ask = await signedIn(`${host.url}/other.png`)
    const { answer, bytes } = await ask(paths[0]!)
    expect([answer.status, await shapeOf(bytes)]).toEqual([200, '240x240 png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=15')
  })

  it('is not fetched from a private network', async () => {
    const host = await startAvatarHost()
    const ask = await signedIn(`${host.url}/kim.png`, { ALLOW_PRIVATE_URLS: 'false' })
    const { bytes } = await ask(paths[0]!)
    expect(await shapeOf(bytes)).toBe('240x240 png')
    expect(host.paths).toEqual([])
  })

  it('stays at its host with PICTURES=redirect, and for another service', async () => {
    const host = await startAvatarHost()
    const avatar = `${host.url}/kim.png`
    const answers = [
      await (await signedIn(avatar, { PICTURES: 'redirect' }))(paths[0]!),
      await (await signedIn(avatar))(paths[0]!, { 'x-service-instance': 'another' }),
    ]
    for (const { answer } of answers) {
      expect([answer.status, answer.headers.get('location')]).toEqual([302, avatar])
    }
    expect(host.paths).toEqual([])
  })
})
