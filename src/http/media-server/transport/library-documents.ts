import type { GraphQLSchema } from 'graphql'
import { compileDocument } from '../../documents/runner.ts'
import {
  ActivityDocument,
  ClearHistoryDocument,
  ControlPlaybackDocument,
  HistoryDocument,
  ItemDocument,
  ItemsDocument,
  NamesDocument,
  OpenItemDocument,
  PlayOnSessionDocument,
  PlayedUpToDocument,
  RateDocument,
  ReportPlaybackDocument,
  SendCommandDocument,
  SetFavoriteDocument,
  SetPlayedDocument,
  SetSessionCompanionDocument,
} from '../../documents/documents.ts'

export type LibraryDocuments = ReturnType<typeof compileLibraryDocuments>

/** Everything that the media server asks of the library, compiled once. */
export function compileLibraryDocuments(schema: GraphQLSchema) {
  return {
    items: compileDocument(schema, ItemsDocument),
    item: compileDocument(schema, ItemDocument),
    names: compileDocument(schema, NamesDocument),
    openItem: compileDocument(schema, OpenItemDocument),
    setPlayed: compileDocument(schema, SetPlayedDocument),
    setFavorite: compileDocument(schema, SetFavoriteDocument),
    rate: compileDocument(schema, RateDocument),
    activity: compileDocument(schema, ActivityDocument),
    history: compileDocument(schema, HistoryDocument),
    clearHistory: compileDocument(schema, ClearHistoryDocument),
    playedUpTo: compileDocument(schema, PlayedUpToDocument),
    reportPlayback: compileDocument(schema, ReportPlaybackDocument),
    playOnSession: compileDocument(schema, PlayOnSessionDocument),
    controlPlayback: compileDocument(schema, ControlPlaybackDocument),
    sendCommand: compileDocument(schema, SendCommandDocument),
    setSessionCompanion: compileDocument(schema, SetSessionCompanionDocument),
  }
}
