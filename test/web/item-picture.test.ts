import { expect, it, onTestFinished, vi } from 'vitest'

const none = { primary: null }
const own = { primary: 'tag' }

it('The picture of a part is its own, else that of its series', async () => {
  vi.stubGlobal('window', { location: { origin: 'http://service', pathname: '/configure/' } })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { itemPicture } = await import('../../src/web/data/item-picture.ts')
  const of = (id: string) => `/Items/${id}/Images/Primary?fillWidth=240`
  const part = { id: 'part', seriesId: 'series' }

  expect(itemPicture({ ...part, images: own, seriesImages: own })).toBe(of('part'))
  expect(itemPicture({ ...part, images: none, seriesImages: own })).toBe(of('series'))
  expect(itemPicture({ ...part, images: none, seriesImages: none })).toBeNull()
  expect(itemPicture({ ...part, images: none, seriesImages: null })).toBeNull()
  expect(itemPicture({ id: 'film', images: none })).toBeNull()
  expect(itemPicture(null)).toBeNull()
})
