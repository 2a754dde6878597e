import { builder } from './builder.ts'
import './activity/schema.ts'
import './addon/schema.ts'
import './anime/schema.ts'
import './history/files.ts'
import './history/pages.ts'
import './history/schema.ts'
import './household/schema.ts'
import './library/schema.ts'
import './playlists/schema.ts'
import './remote/schema.ts'
import './search/schema.ts'
import './trackers/schema.ts'
import './user/schema.ts'
import './versions/schema.ts'

/** The one schema that every interface of the service runs on. */
export const schema = builder.toSchema()
