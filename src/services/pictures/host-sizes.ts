const tmdbWidths = [92, 154, 185, 342, 500, 780, 1280]
const metahubWidths: readonly (readonly [number, string])[] = [
  [250, 'small'],
  [600, 'medium'],
  [Infinity, 'large'],
]

/** The smallest sufficient size, if the host is known to offer several. */
export function sizedPicture(address: string, width: number): string {
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
