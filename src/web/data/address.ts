const ownFolder = '/configure'

const { origin, pathname } = window.location
const end = pathname.indexOf(`${ownFolder}/`)

/** Path of the service, without a slash at the end; not empty below a path of a proxy. */
export const rootPath = end < 0 ? '' : pathname.slice(0, end)
export const pagesPath = rootPath + ownFolder
export const serviceAddress = origin + rootPath
