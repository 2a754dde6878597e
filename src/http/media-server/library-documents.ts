import type { GraphQLSchema } from 'graphql'
import { compileDocument } from '../documents-runner.ts'
import {
  ActivityDocument,
  ClearHistoryDocument,
  CountItemsDocument,
  EpisodesDocument,
  FacetsDocument,
  HistoryDocument,
  ItemDocument,
  ItemsDocument,
  LatestDocument,
  LibrariesDocument,
  NamesDocument,
  NextUpDocument,
  PlayedUpToDocument,
  RateDocument,
  ReportPlaybackDocument,
  ResumeDocument,
  SeasonsDocument,
  ServiceUsersDocument,
  SetFavoriteDocument,
  SetPlayedDocument,
  SimilarDocument,
  VersionsDocument,
} from '../rest/documents.ts'

export type LibraryDocuments = ReturnType<typeof compileLibraryDocuments>

/** Everything that the media server asks of the library, compiled once. */
export function compileLibraryDocuments(schema: GraphQLSchema) {
  return {
    libraries: compileDocument(schema, LibrariesDocument),
    items: compileDocument(schema, ItemsDocument),
    countItems: compileDocument(schema, CountItemsDocument),
    item: compileDocument(schema, ItemDocument),
    seasons: compileDocument(schema, SeasonsDocument),
    episodes: compileDocument(schema, EpisodesDocument),
    nextUp: compileDocument(schema, NextUpDocument),
    resume: compileDocument(schema, ResumeDocument),
    latest: compileDocument(schema, LatestDocument),
    similar: compileDocument(schema, SimilarDocument),
    names: compileDocument(schema, NamesDocument),
    facets: compileDocument(schema, FacetsDocument),
    versions: compileDocument(schema, VersionsDocument),
    setPlayed: compileDocument(schema, SetPlayedDocument),
    setFavorite: compileDocument(schema, SetFavoriteDocument),
    rate: compileDocument(schema, RateDocument),
    serviceUsers: compileDocument(schema, ServiceUsersDocument),
    activity: compileDocument(schema, ActivityDocument),
    history: compileDocument(schema, HistoryDocument),
    clearHistory: compileDocument(schema, ClearHistoryDocument),
    playedUpTo: compileDocument(schema, PlayedUpToDocument),
    reportPlayback: compileDocument(schema, ReportPlaybackDocument),
  }
}
