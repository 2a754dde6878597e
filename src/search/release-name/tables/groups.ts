const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

export const indexers = words(
  'tgx rartv rarbg eztv ettv ethd glodls tpb publichd torrentgalaxy 1337x etrg utr prime telly ' +
    'ntg nzbgeek usenet yenc kickuploader movietorrentz',
)

export const hyphenatedGroups = words(
  'd-z0n3 blu-bits dx-tv ftw-hs vh-prod fight-bb nan0-x seed-raws nc-raws ohys-raws leopard-raws ' +
    'erai-raws tsundere-raws',
)

export const bareGroups = words(
  'yify mircrew rarbg tigole qxr psa galaxyrg megusta ganool pahe shaanig joy utr silence afm72 ' +
    'ghost bandi freetheflesh r00t natty panda sampa garshasp t3nzin ime kingdom vyndros edge2020',
)
