const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** Indexers and uploaders that put their name into brackets around others' releases. */
export const indexers = words(
  'tgx rartv rarbg eztv ettv ethd glodls tpb publichd hdtracker hdtracks torrentgalaxy 1337x eztvx ' +
    'ettvx etrg utr prime telly vtv ntg nzbgeek nzb nzbs usenet yenc xpost buymore sharks cttv judas0 ' +
    'kickuploader movietorrentz bt btn',
)

/** What reposts append behind a group. */
export const repostWords = words(
  'xpost postbot buymore asrequested alternativetorequested gerov z0ids3n chamele0n 4p 4planet ' +
    'altezachen whiterev rakuvarrow scrambled repackpost obfuscated obfuscation nzbgeek pre bumber',
)

/** Groups whose name holds a hyphen. */
export const hyphenatedGroups = words(
  'd-z0n3 blu-bits dx-tv ftw-hs vh-prod erai-raws tsundere-raws fight-bb hr-gz nan0-x seed-raws ' +
    'lolihouse-x nc-raws sallysubs-x e-subs i-know ohys-raws leopard-raws',
)

/** Groups that often stand at the end without a hyphen. */
export const bareGroups = words(
  'yify mircrew rarbg tigole qxr psa galaxyrg megusta ganool pahe shaanig joy utr silence afm72 ' +
    'ghost bandi freetheflesh r00t natty panda sampa garshasp t3nzin ime kingdom vyndros edge2020',
)
