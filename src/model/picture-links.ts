/** Where the service serves small pictures of titles, each by its token. */
export const titlePicturePath = '/configure/pictures/'
/** Where players of the Stremio protocol load pictures of titles, each by what it is of and its token. */
export const addonPicturePath = '/stremio/pictures/'

/** Names of pictures at other hosts, for pages and players that load them from this service alone. */
export type PictureLinks = {
  /** Always the same for the same address; null for what is no web address, or too long. */
  tokenOf(address: string): string | null
  /** Null for everything that this service did not make. */
  addressOf(token: string): string | null
}

export function titlePicture(
  links: Pick<PictureLinks, 'tokenOf'>,
  poster: string | null,
): string | null {
  const token = poster && links.tokenOf(poster)
  return token && titlePicturePath + token
}
