/** As long as the configuration may keep it. */
const mostLetters = 140_000
const sides = [256, 192, 128]

/** The middle of a picture as a small square data URL. Rejects for a file that is none. */
export async function pictureOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  const cut = Math.min(picture.width, picture.height)
  const left = (picture.width - cut) / 2
  const top = (picture.height - cut) / 2
  for (const side of sides) {
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    canvas.getContext('2d')!.drawImage(picture, left, top, cut, cut, 0, 0, side, side)
    const url = canvas.toDataURL('image/webp', 0.85)
    if (url.length <= mostLetters) return url
  }
  throw new Error('The picture stays too large.')
}
