/** Where the service serves small pictures of titles, each by its token. */
export const titlePicturePath = '/configure/pictures/'
/** Where players of the Stremio protocol load pictures of titles, each by what it is of and its token. */
export const addonPicturePath = '/stremio/pictures/'

/** Names of pictures at other hosts, for pages and players that load them from this service alone. */
export type PictureLinks = {
  /** Always the same for the same address and configuration; null for what is no web address, or too long. */
  tokenOf(address: string, configuration: number): string | null
  /** Null for everything that this service did not make. */
  pictureOf(token: string): LinkedPicture | null
}

export type LinkedPicture = {
  readonly address: string
  /** Row of the configuration that it was made for; `unsaved`: the previous release made it. */
  readonly payer: number | 'unsaved'
}

export function titlePicture(
  links: Pick<PictureLinks, 'tokenOf'>,
  poster: string | null,
  configuration: number,
): string | null {
  const token = poster && links.tokenOf(poster, configuration)
  return token && titlePicturePath + token
}
