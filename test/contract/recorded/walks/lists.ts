import type { Ending } from '../../../support/ending.ts'
import { startHousehold } from '../stage.ts'

const nothing = '0'.repeat(32)

/** Parameters of `/Items`, each asked for by itself below everything, two titles at a time. */
const filters = [
  'includeItemTypes=Movie',
  'includeItemTypes=Series,Movie&excludeItemTypes=Movie',
  'includeItemTypes=Episode',
  'includeItemTypes=Season',
  'includeItemTypes=BoxSet',
  'includeItemTypes=Audio',
  'includeItemTypes=Nonsense',
  'mediaTypes=Video',
  'mediaTypes=Audio',
  'isMovie=true',
  'isSeries=false',
  'searchTerm=film%203',
  'searchTerm=ada',
  'nameStartsWith=Sh',
  'nameStartsWithOrGreater=Film%205',
  'nameLessThan=Film%202',
  'genres=Horror|Western',
  'genres=Nonsense',
  'genreIds=nonsense',
  'studios=Nobody',
  'person=Ada%20Actor',
  'years=1950,1991',
  'years=nonsense',
  'tags=x',
  'officialRatings=PG-13',
  'minOfficialRating=PG',
  'hasParentalRating=false',
  'seriesStatus=Continuing',
  'seriesStatus=Ended',
  'minCommunityRating=2.5',
  'minPremiereDate=1992-01-01T00:00:00Z',
  'maxPremiereDate=1952-01-01T00:00:00Z',
  'minDateLastSaved=2015-01-01T00:00:00Z',
  'hasOverview=true',
  'hasOverview=false',
  'hasTrailer=true',
  'hasImdbId=true',
  'hasTmdbId=true',
  'imageTypes=Primary,Backdrop',
  'imageTypes=Logo',
  'imageTypes=Disc',
  'filters=IsPlayed',
  'filters=IsUnplayed',
  'filters=IsFavorite',
  'filters=IsResumable',
  'filters=IsFolder',
  'filters=IsNotFolder',
  'filters=Likes',
  'isFavorite=false',
  'isMissing=true',
  'isMissing=false&isUnaired=true',
  'locationTypes=Virtual',
  'is4K=true',
  'minWidth=1',
  'artists=x',
  'isHd=false',
  'indexNumber=2',
  'parentIndexNumber=1',
  `ids=${nothing}`,
  'ids=nonsense',
  `parentId=${nothing}`,
  'parentId=nonsense',
  'limit=0',
  'limit=-3',
  'limit=nonsense',
  'startIndex=9',
  'startIndex=500',
  'enableTotalRecordCount=false',
  'fields=Overview,Genres,People,ProviderIds,Path,DateCreated,MediaStreams',
  'fields=ChildCount,RecursiveItemCount,PrimaryImageAspectRatio,SortName',
  'enableUserData=false',
  'enableImages=false',
  'enableImageTypes=Primary&imageTypeLimit=1',
]

const orders = [
  'SortName',
  'DateCreated,SortName',
  'PremiereDate',
  'ProductionYear,SortName',
  'CommunityRating',
  'Runtime',
  'OfficialRating',
  'DatePlayed',
  'PlayCount',
  'IsUnplayed,SortName',
  'IsFavoriteOrLiked',
  'IsFolder,SortName',
  'Studio',
  'SeriesSortName',
  'nonsense',
]

/** Libraries and lists of titles. */
export async function walkLists(ends: Ending): Promise<string> {
  const { recorder, olga, kim, films, shows, asOlga, asKim } = await startHousehold(ends)
  const { ask, note } = recorder

  note('Libraries')
  const views = (await asOlga('/UserViews')).body.Items as { Id: string }[]
  await asOlga(`/Users/${olga.userId}/Views`)
  await asOlga(`/Users/${kim.userId}/Views`)
  await asKim(`/UserViews?userId=${olga.userId}`)
  await ask('/UserViews')
  await asOlga('/Library/MediaFolders')
  await asOlga('/Items/Root')
  await asOlga('/UserViews/GroupingOptions')
  await asOlga('/Library/VirtualFolders')

  note('Lists of a library')
  for (const { Id } of views) {
    await asOlga(`/Items?parentId=${Id}&limit=2&sortBy=SortName`)
    await asOlga(`/Items/Latest?parentId=${Id}&limit=2`)
    await asOlga(`/Items/Filters?parentId=${Id}`)
    await asOlga(`/Items/Filters2?parentId=${Id}`)
    await asOlga(`/Items/${Id}`)
  }
  await asOlga('/Items')
  await asOlga(`/Users/${olga.userId}/Items?limit=2`)
  await asOlga(`/Users/${kim.userId}/Items?limit=2`)
  await asKim('/Items?recursive=true&limit=1')
  await ask('/Items')

  note('Filters')
  const list = (query: string) => asOlga(`/Items?recursive=true&limit=2&sortBy=SortName&${query}`)
  for (const filter of filters) await list(filter)
  await list(`ids=${films[2]},${shows[0]}`)
  await list(`excludeItemIds=${films[0]}`)
  await list(`adjacentTo=${films[2]}`)

  note('Orders')
  for (const order of orders) {
    await asOlga(
      `/Items?recursive=true&limit=3&fields=SortName&enableUserData=false&enableImages=false&sortBy=${order}`,
    )
    await asOlga(
      `/Items?recursive=true&includeItemTypes=Series&limit=2&enableUserData=false&enableImages=false&sortBy=${order}&sortOrder=Descending`,
    )
  }

  note('Names')
  for (const path of ['/Genres', '/Studios', '/Persons', '/Years']) {
    await asOlga(`${path}?limit=3`)
    await asOlga(`${path}/Nobody`)
  }
  await asOlga('/Genres/Horror')
  await asOlga('/Years/1990')
  await asOlga('/Genres?sortBy=SortName&sortOrder=Descending&startIndex=1&limit=2')
  await asOlga('/Genres?searchTerm=dra')

  note('Other lists')
  await asOlga('/Items/Counts')
  await asOlga('/Items/Counts?isFavorite=true')
  await asOlga('/Items/Latest?limit=3')
  await asOlga('/Items/Latest?limit=3&includeItemTypes=Series&groupItems=false')
  await asOlga('/Search/Hints?searchTerm=show&limit=3')
  await asOlga('/Search/Hints')
  await asOlga('/Items/Suggestions?type=Nonsense')
  await asOlga('/Movies/Recommendations')
  await asOlga('/Items?recursive=true&limit=1&sortBy=SortName&Fields=Overview&ENABLEIMAGES=false')
  return recorder.print()
}
