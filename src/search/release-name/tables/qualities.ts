import type { TagTable } from '../tags/tag.ts'

export const qualityTable: TagTable = {
  kind: 'quality',
  rows: [
    {
      value: 'BluRay REMUX',
      sure: 'remux, bdremux, bd remux, brremux, br remux, uhdremux, uhd remux, bluray remux, blu ray remux, bdrmx',
    },
    {
      value: 'BluRay',
      sure: 'bluray, blu ray, blueray, mbluray, bluray3d, 3d bluray, 3d blu ray, bluray 3d, blu ray 3d, bd3d, 3dbd, bd25, bd50, bd66, bd100, bdmv, bdiso, bd9, bd5, uhdbd, uhd bd, hddvd, hd dvd, m bluray, bdmux',
      faint: 'bd',
    },
    {
      value: 'WEB-DL',
      sure: 'webdl, web dl, webdlmux, web dlmux, dlmux, true web dl, webdl2160p, webdl1080p, webdl720p, webdl480p, web download, webmux',
    },
    {
      value: 'WEBRip',
      sure: 'webrip, web rip, webriip, webrips, webcap, web cap, webdlrip, web dlrip, web dl rip, vodrip, vod rip, vodr',
      faint: 'DLRip, VODRiP, VOD',
    },
    { value: 'WEB', sure: 'webhd, web hd, uhdweb', likely: 'web' },
    {
      value: 'HDRip',
      sure: 'hdrip, hd rip, web hdrip, webhdrip, ddrip, uhdrip, uhd rip, microhd, micro hd, qhdrip',
    },
    { value: 'HC HD-Rip', sure: 'hc hdrip, hc hd rip, hchdrip' },
    {
      value: 'BDRip',
      sure: 'bdrip, bd rip, bluray rip, blu ray rip, blurayrip, bdrips, uhdbdrip, uhd bdrip, hdlight, hd light, mhd, hddvdrip, hd dvdrip, hddvd rip',
    },
    { value: 'BRRip', sure: 'brrip, br rip, brips, bdbrrip' },
    {
      value: 'DVDRip',
      sure: 'dvdrip, dvd rip, dvdrips, dvd mux, dvdmux, r5rip, dvdrmux, dvd5rip, dvd9rip, svcd, vcdrip, ldrip',
      faint: 'VCD, LDRip',
    },
    {
      value: 'DVD',
      sure: 'dvdr, dvd r, dvd5, dvd9, dvd 5, dvd 9, dvdiso, full dvd, dvdfull, dvd full, r2dvd, r1dvd, r3dvd, r4dvd, r5dvd, r6dvd, 2xdvd9, 2xdvd, 2xdvd5, 3xdvd, 3xdvd9, mdvdr, dvdremux, dvd remux, ntsc dvd, pal dvd, ntscdvd, paldvd',
      likely: 'dvd, R5, R6',
    },
    {
      value: 'HDTV',
      sure: 'hdtv, hdtvrip, hd tv, hdtv rip, hdtvmux, hdtvr, ahdtv, uhdtv, a hdtv, tvhd, hevctv',
    },
    {
      value: 'TVRip',
      sure: 'tvrip, tv rip, pdtv, sdtv, pdtvrip, tvmux, vhsrip, vhs rip, tvr, dtvrip, iptvrip, iptv',
      likely: 'vhs',
    },
    {
      value: 'SATRip',
      sure: 'satrip, sat rip, dsr, dsrip, ds rip, dthrip, dth rip, dvbrip, dvb rip, dtv rip, dvbs, dvb s2',
      faint: 'DVB, DTH',
    },
    { value: 'PPVRip', sure: 'ppvrip, ppv rip, ppvr', likely: 'ppv' },
    {
      value: 'SCR',
      sure: 'dvdscr, dvd scr, dvdscreener, dvd screener, dvdscreen, bdscr, bd scr, brscr, webscr, webscreener, web screener, hdscr, vhsscr, scrrip, predvd, pre dvd, predvdrip, pre dvdrip, prehd, pre hd, prehdrip, screener',
      faint: 'SCR, Scr',
    },
    {
      value: 'TC',
      sure: 'hdtc, hd tc, hdtcrip, tcrip, tc rip, telecine, tele cine, hdtelecine',
      faint: 'TC',
    },
    {
      value: 'TS',
      sure: 'hdts, hd ts, hdtsrip, hd tsrip, tsrip, ts rip, telesync, tele sync, hdtelesync, ts screener, dvdts, tsr, pdvd, hqts, hq ts, hqhdts',
      faint: 'TS',
    },
    {
      value: 'CAM',
      sure: 'camrip, cam rip, hdcam, hd cam, hdcamrip, hd camrip, hqcam, hq cam, cams, newcam, dvdcam, hqcamrip, hq camrip, ts cam',
      faint: 'CAM, CAMRiP, Cam',
    },
  ],
}
