import type { GraphQLSchema } from 'graphql'
import { compileDocument } from '../../documents/runner.ts'
import {
  ActivityDocument,
  ClearHistoryDocument,
  HistoryDocument,
  ItemsDocument,
  PlayedUpToDocument,
} from '../../documents/documents.ts'

export type LibraryDocuments = ReturnType<typeof compileLibraryDocuments>

/** Everything that the media server asks of the library, compiled once. */
export function compileLibraryDocuments(schema: GraphQLSchema) {
  return {
    items: compileDocument(schema, ItemsDocument),
    activity: compileDocument(schema, ActivityDocument),
    history: compileDocument(schema, HistoryDocument),
    clearHistory: compileDocument(schema, ClearHistoryDocument),
    playedUpTo: compileDocument(schema, PlayedUpToDocument),
  }
}
