import type { Converter } from './convert.ts'
import type { AskedPicture, ServedPicture } from './picture.ts'

/** Few, so that few placeholders are kept. */
const ratios = [2 / 3, 1, 4 / 3, 16 / 9]
const logoRatio = 4
const width = 240

export function createPlaceholders(openConverter: () => Promise<Converter | null>) {
  const drawn = new Map<string, Promise<Buffer>>()

  return {
    async of({ format, ratio }: AskedPicture): Promise<ServedPicture | null> {
      const converter = await openConverter()
      if (!converter) return null
      const shown = ratio === null ? logoRatio : nearest(ratio)
      const key = `${shown} ${format}`
      const size = { width, height: Math.round(width / shown) }
      let picture = drawn.get(key)
      if (!picture) {
        picture = converter.placeholder(size, ratio === null, format)
        drawn.set(key, picture)
        // The next one who asks tries again.
        picture.catch(() => drawn.delete(key))
      }
      return { bytes: await picture, format, tag: null }
    },
  }
}

function nearest(ratio: number): number {
  const distance = (other: number): number => Math.abs(Math.log(other / ratio))
  return ratios.reduce((best, next) => (distance(next) < distance(best) ? next : best))
}
