import type { AskedSize } from './sizes.ts'

export type PictureFormat = 'webp' | 'avif' | 'jpeg' | 'png'

export type Quality = 'low' | 'usual'

export type AskedPicture = {
  readonly size: AskedSize
  readonly format: PictureFormat
  readonly quality: Quality
  /** Of the placeholder; null for a logo, which has none. */
  readonly ratio: number | null
}

export type ServedPicture = {
  readonly bytes: Buffer
  readonly format: PictureFormat
  /** Made from these bytes; null for a placeholder, which stands for something better. */
  readonly tag: string | null
}
