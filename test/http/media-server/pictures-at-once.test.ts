import { describe, expect, it } from 'vitest'
import { imageRoutes } from '../../../src/http/media-server/pictures/images.ts'
import type { ServiceRequest } from '../../../src/http/media-server/transport/route.ts'
import { redirectedPictures } from '../../../src/services/pictures/service.ts'

const nextPass = () => new Promise((resolve) => setImmediate(resolve))

describe('Many pictures that are asked for at once', () => {
  it('are looked up a few with each pass of the event loop', async () => {
    const begun: string[] = []
    const openItems = {
      async images(id: string) {
        begun.push(id)
        return null
      },
    }
    const [route] = imageRoutes({ openItems, pictures: redirectedPictures })
    const media = { params: { itemId: 'a', type: 'Primary' }, token: null, caller: {} }
    const asked = Array.from({ length: 50 }, () =>
      route!.handle(media as unknown as ServiceRequest).catch(() => null),
    )
    const inOnePass: number[] = []
    for (let before = 0; begun.length < 50; before = begun.length) {
      await nextPass()
      inOnePass.push(begun.length - before)
    }
    expect(Math.max(...inOnePass)).toBeLessThanOrEqual(8)
    expect(await Promise.all(asked)).toEqual(Array(50).fill(null))
  })
})
