/** In pixels. */
export type Size = { readonly width: number; readonly height: number }

/** What a client wants; null where it says nothing. The ratio of a picture always stays. */
export type AskedSize = {
  /** The picture covers this. */
  readonly fillWidth: number | null
  readonly fillHeight: number | null
  /** The picture stays within this. */
  readonly maxWidth: number | null
  readonly maxHeight: number | null
}

/** Few, so that nobody can fill the disk or the processor with sizes. */
const steps = [60, 120, 180, 240, 320, 400, 500, 600, 780, 960, 1_280, 1_600, 1_920, 2_560, 3_840]

/** The width to make. Never larger than the picture itself. */
export function widthFor(asked: AskedSize, picture: Size): number {
  const ratio = picture.width / picture.height
  const fill = Math.max(asked.fillWidth ?? 0, (asked.fillHeight ?? 0) * ratio)
  const most = Math.min(asked.maxWidth ?? Infinity, (asked.maxHeight ?? Infinity) * ratio)
  const largest = Math.min(picture.width, steps.at(-1)!)
  const covering = fill > 0 ? (steps.find((step) => step >= fill) ?? largest) : largest
  const within = most >= largest ? largest : (steps.findLast((step) => step <= most) ?? steps[0]!)
  return Math.min(covering, within, largest)
}

/** The longer side that is wanted; null for the picture as it is. */
export function longestAsked(asked: AskedSize): number | null {
  const sides = [asked.fillWidth, asked.fillHeight, asked.maxWidth, asked.maxHeight]
  const known = sides.filter((side) => side !== null)
  return known.length === 0 ? null : Math.max(...known)
}
