const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const topLevels = words(
  'com org net to me tv cc nu se pw ws ch biz info site xyz top club lt am li re rs eu uk co yt ' +
    'phd vip bz la wf lol fun live online one click link space tel cam cymru download buzz ru in ' +
    'is it fr es de nl pl ca us tk sh gg mx ag bid men run pro app dev io gs sx st so lat store ' +
    'name kim ink rip party date mobi cafe',
)

/** Sites whose releases carry their address as the group. */
export const groupSites = words('yts yify')
