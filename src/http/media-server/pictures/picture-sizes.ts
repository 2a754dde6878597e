/** Widths that the picture hosts offer, each with its name in their addresses. */
const tmdbWidths = [92, 154, 185, 342, 500, 780, 1280]
const metahubWidths: readonly (readonly [number, string])[] = [
  [250, 'small'],
  [600, 'medium'],
  [Infinity, 'large'],
]

/** The same picture no larger than it has to be, where its host is known to keep several sizes. */
export function sizedPicture(address: string, width: number | null): string {
  if (width === null || width <= 0) return address
  const tmdb = /^(https:\/\/image\.tmdb\.org\/t\/p\/)(?:original|w\d+)(\/.+)$/.exec(address)
  if (tmdb) {
    const fitting = tmdbWidths.find((offered) => offered >= width)
    return `${tmdb[1]}${fitting === undefined ? 'original' : `w${fitting}`}${tmdb[2]}`
  }
  const metahub =
    /^(https:\/\/images\.metahub\.space\/\w+\/)(?:small|medium|large|big)(\/.+)$/.exec(address)
  if (metahub) {
    const [, name] = metahubWidths.find(([offered]) => offered >= width)!
    return metahub[1] + name + metahub[2]
  }
  return address
}
