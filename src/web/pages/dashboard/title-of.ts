type Named = {
  readonly name: string
  readonly seriesName?: string | null
  readonly season?: number | null
  readonly episode?: number | null
}

/** Such as `A Series 2×05 An Episode`. */
export function titleOf({ name, seriesName, season, episode }: Named): string {
  if (!seriesName) return name
  const place =
    season != null && episode != null ? ` ${season}×${String(episode).padStart(2, '0')}` : ''
  return `${seriesName}${place} ${name}`
}
