/** As long as the configuration may keep it. */
const mostLetters = 140_000
/** The last fits in any form that browsers write. */
const sides = [256, 192, 128]

/** The middle of a picture as a small square data URL. Rejects for a file that is none. */
export async function pictureOf(file: File): Promise<string> {
  const picture = await createImageBitmap(file)
  try {
    const side = sides.find((one) => squareOf(picture, one).length <= mostLetters)
    return squareOf(picture, side ?? sides.at(-1)!)
  } finally {
    picture.close()
  }
}

function squareOf(picture: ImageBitmap, side: number): string {
  const cut = Math.min(picture.width, picture.height)
  const left = (picture.width - cut) / 2
  const top = (picture.height - cut) / 2
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  canvas.getContext('2d')!.drawImage(picture, left, top, cut, cut, 0, 0, side, side)
  return canvas.toDataURL('image/webp', 0.85)
}
