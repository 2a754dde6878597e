import { describe, expect, it } from 'vitest'
import { extensionHousehold, ways } from '../../../support/extension-household.ts'
import { serviceTargets } from '../../../support/service-targets.ts'

describe.each(serviceTargets)('On $name', ({ skip, start }) => {
  describe.skipIf(skip).each(ways)('over $way', ({ createClient }) => {
    const home = extensionHousehold(start, createClient)

    describe('users are listed', () => {
      it('to the first user all, with what each needs', async () => {
        const { users } = await home.client.users(home.olga)
        expect(users.map(({ name, needs, hidden }) => [name, needs, hidden])).toEqual([
          ['Olga', null, false],
          ['Kim', 'pin', false],
          ['Lena', 'password', false],
          ['Mats', 'password-pin', false],
          ['Nora', null, false],
          ['Guest', null, false],
          ['Secret', null, true],
        ])
      })

      it('to others without those who are hidden', async () => {
        const nora = await home.client.switchTo(home.olga, home.ids['Nora']!, '')
        const { users } = await home.client.users(nora.token)
        expect(users.map(({ name }) => name)).toEqual([
          'Olga',
          'Kim',
          'Lena',
          'Mats',
          'Nora',
          'Guest',
        ])
      })

      it('to who is hidden itself alone', async () => {
        const secret = await home.client.switchTo(home.olga, home.ids['Secret']!, '')
        expect((await home.client.users(secret.token)).users.map(({ name }) => name)).toEqual([
          'Secret',
        ])
      })

      it('with what a token needs that came by a PIN alone: the password for the first user', async () => {
        const address = `/media/${home.owner.uuid}/${home.owner.token}`
        const kim = await home.signIn('Kim', '471100', address)
        const { users } = await home.client.users(kim)
        expect(Object.fromEntries(users.map(({ name, needs }) => [name, needs]))).toEqual({
          Olga: 'password',
          Kim: null,
          Lena: 'password',
          Mats: 'password-pin',
          Nora: 'password',
          Guest: 'password',
        })
        expect((await home.client.switchTo(kim, home.ids['Olga']!, '')).status).toBe(401)
        expect((await home.client.switchTo(kim, home.ids['Olga']!, home.owner.password)).name).toBe(
          'Olga',
        )
      })

      it("with what a token needs that came by a user's own password", async () => {
        const lena = await home.signIn('Lena', 'her own password')
        const { users } = await home.client.users(lena)
        expect(users.find(({ name }) => name === 'Olga')!.needs).toBe('password')
        expect((await home.client.switchTo(lena, home.ids['Olga']!, '')).status).toBe(401)
        expect(
          (await home.client.switchTo(lena, home.ids['Olga']!, 'her own password')).status,
        ).toBe(401)
        const switched = await home.client.switchTo(lena, home.ids['Olga']!, home.owner.password)
        expect((await home.client.users(switched.token)).users).toHaveLength(7)
      })
    })

    describe('switching', () => {
      it('answers as signing in does, on the same device', async () => {
        const { token, name } = await home.client.switchTo(home.olga, home.ids['Kim']!, '471100')
        expect(name).toBe('Kim')
        const { body } = await home.get(token, '/Users/Me')
        expect(body).toMatchObject({ Name: 'Kim', Id: home.ids['Kim'] })
      })

      it('takes password and PIN together, and neither alone', async () => {
        const to = (secret: string) => home.client.switchTo(home.olga, home.ids['Mats']!, secret)
        expect((await to('his own password/4711')).name).toBe('Mats')
        expect((await to('4711')).status).toBe(401)
        expect((await to('his own password')).status).toBe(401)
        expect((await to('his own password/4711')).name).toBe('Mats')
      })

      it('knows no users of others, and none that are hidden from the caller', async () => {
        expect((await home.client.switchTo(home.olga, 'f'.repeat(32), '')).status).toBe(404)
        const nora = await home.client.switchTo(home.olga, home.ids['Nora']!, '')
        expect((await home.client.switchTo(nora.token, home.ids['Secret']!, '')).status).toBe(404)
      })

      it('locks a user after too many wrong secrets, whoever tries, and no other', async () => {
        const wrong = () => home.client.switchTo(home.olga, home.ids['Lena']!, 'not it')
        for (const status of [401, 401, 401, 429]) expect((await wrong()).status).toBe(status)
        const right = await home.client.switchTo(home.olga, home.ids['Lena']!, 'her own password')
        expect(right.status).toBe(429)
        expect((await home.client.switchTo(home.olga, home.ids['Kim']!, '471100')).name).toBe('Kim')
        expect(
          (await home.client.switchTo(home.olga, home.ids['Lena']!, 'her own password')).status,
        ).toBe(429)
      })

      it('counts guesses that come all at once', async () => {
        const guesses = await Promise.all(
          Array.from({ length: 20 }, (_, guess) =>
            home.client.switchTo(home.olga, home.ids['Kim']!, String(400_000 + guess)),
          ),
        )
        const refused = guesses.map(({ status }) => status).toSorted((a, b) => a - b)
        expect(refused).toEqual([...Array(3).fill(401), ...Array(17).fill(429)])
      })

      it('is refused to API keys, as everything here', async () => {
        const response = await fetch(`${home.nodes[0]!.url}/Auth/Keys?app=Dashboard`, {
          method: 'POST',
          headers: { 'x-emby-token': home.olga },
        })
        const { AccessToken: key } = (await response.json()) as { AccessToken: string }
        expect((await home.get(key, '/Users/Me')).status).toBe(200)
        expect((await home.client.users(key)).status).toBe(403)
        expect((await home.client.history(key)).status).toBe(403)
      })

      it('is nothing for those who are not signed in', async () => {
        expect((await home.client.users('0'.repeat(64))).status).toBe(401)
        expect((await home.client.history('0'.repeat(64))).status).toBe(401)
      })
    })
  })
})
