import { z } from 'zod'
import { row } from './setting-row.ts'
import { webAddress } from './values.ts'

const text = z.string()

const clientId = (name: string) =>
  row(text, null, 'abc123', `client id of your ${name} application; without it, ${name} is off`)
const clientSecret = (name: string) =>
  row(text, null, 'def456', `client secret of your ${name} application`)
const trackerAddress = (name: string, address: string) =>
  row(webAddress, address, address, `address of the ${name} API`)

export const trackerSettings = {
  TRAKT_CLIENT_ID: clientId('Trakt'),
  TRAKT_CLIENT_SECRET: clientSecret('Trakt'),
  TRAKT_BASE_URL: trackerAddress('Trakt', 'https://api.trakt.tv'),
  SIMKL_CLIENT_ID: clientId('Simkl'),
  SIMKL_CLIENT_SECRET: clientSecret('Simkl'),
  SIMKL_BASE_URL: trackerAddress('Simkl', 'https://api.simkl.com'),
  ANILIST_CLIENT_ID: clientId('AniList'),
  ANILIST_CLIENT_SECRET: clientSecret('AniList'),
  ANILIST_BASE_URL: trackerAddress('AniList', 'https://graphql.anilist.co'),
  MYANIMELIST_CLIENT_ID: clientId('MyAnimeList'),
  MYANIMELIST_CLIENT_SECRET: clientSecret('MyAnimeList'),
  MYANIMELIST_BASE_URL: trackerAddress('MyAnimeList', 'https://api.myanimelist.net'),
}
