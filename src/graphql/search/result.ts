import { parsedFileFields, type ParsedFile } from '../../model/parsed-file.ts'
import { resultFields } from '../../model/result-fields.ts'
import type { SearchResult } from '../../model/search-result.ts'
import type { SubtitleTrack } from '../../model/source.ts'
import { builder } from '../builder.ts'
import { exposedFields } from './exposed-fields.ts'

const ParsedFileRef = builder.objectRef<ParsedFile>('ParsedFile').implement({
  description: 'Facts from the release name.',
  fields: (t) => exposedFields(t, parsedFileFields, {}),
})

export const SubtitleTrackRef = builder.objectRef<SubtitleTrack>('SubtitleTrack').implement({
  description: 'An external subtitle file that came with a stream.',
  fields: (t) => ({
    id: t.exposeString('id', { nullable: true, description: "The source's name for it." }),
    url: t.exposeString('url', { description: 'Address of the file.' }),
    lang: t.exposeString('lang', { nullable: true, description: "In the source's spelling." }),
  }),
})

export const SearchResultRef = builder.objectRef<SearchResult>('SearchResult').implement({
  description: 'One stream.',
  fields: (t) =>
    exposedFields(t, resultFields, {
      ParsedFile: ParsedFileRef,
      SubtitleTrack: SubtitleTrackRef,
    }),
})
