/** Lists queries with their expected parts in each language of the site. */
import type { Language } from "../../worker/text/languages.ts";

export const SENTENCES: Readonly<Record<Language, string>> = {
  en: `
crime series, newest first => genre=crime kind=series sort=year
newest crime series => genre=crime kind=series sort=year
latest horror films => genre=horror kind=movie sort=year
most recent french comedies => country=france genre=comedy sort=year
crime films, highest rated => genre=crime kind=movie sort=rating
popular korean series => country=south-korea kind=series sort=popularity
movies like arrival => kind=movie like=arrival
films similar to the matrix => kind=movie like=matrix
something like alien => like=alien
horror movies like alien => genre=horror kind=movie like=alien
like water => words=like water
rated above 7.5 => min_rating=7.5
movies rated above 7.5 => kind=movie min_rating=7.5
horror 7.5+ => genre=horror min_rating=7.5
comedies 8+ from the 90s => genre=comedy min_rating=8 years=1990-1999
movies over 8 => kind=movie min_rating=8
dramas rated 8 or higher => genre=drama min_rating=8
thrillers with a rating of at least 6.5 => genre=thriller min_rating=6.5
imdb 7+ horror => genre=horror min_rating=7
imdb rating over 7,5 => min_rating=7.5
rated 8/10 => min_rating=8
rated above 7.3 => min_rating=7.5
films rated over 7 stars => kind=movie min_rating=7
movies rated below 5 => kind=movie words=below 5
over 8 mile => words=over 8 mile
death note 2 => words=death note 2
movies under 1.5 hours => kind=movie runtime=-90
1+1 => words=1+1
horror over 3 hours => genre=horror runtime=180-
comedies not horror => genre=-horror genre=comedy
not horror => genre=-horror
films without romance => genre=-romance kind=movie
movies without comedies => genre=-comedy kind=movie
no musicals, no westerns => genre=-musical genre=-western
thrillers that are not american => country=-united-states genre=thriller
non-english films => kind=movie language=-en
movies not in french or english => kind=movie language=-en language=-fr
movies not in english => kind=movie language=-en
horror not from the 1980s => genre=horror years=-1980-1989
series except british crime => country=-united-kingdom genre=crime kind=series
neither horror nor comedy => genre=-comedy genre=-horror
dramas without war or romance => genre=-romance genre=-war genre=drama
french films but not dramas => country=france genre=-drama kind=movie
crime, not series => genre=crime kind=movie
no anime => genre=-animation
not over 2 hours => runtime=-120
horror but not highly rated => genre=horror min_rating=-7
not only comedies => genre=comedy words=-not only
no country for old men => words=no country for old men
films without zombies => kind=movie words=-without zombies
horror 2010-2012 => genre=horror years=2010-2012
horror 2010 – 2012 => genre=horror years=2010-2012
westerns 1950s-1960s => genre=western years=1950-1969
80s and 90s comedies => genre=comedy years=1980-1999
90s action and 70s => genre=action years=1970-1999
comedies after 1980 and before 1990 => genre=comedy years=1981-1989
movies under 1 hour and 20 minutes => kind=movie runtime=-80
the 39 steps 1935 => words=39 steps years=1935
japanese films 1950s => country=japan kind=movie years=1950-1959
a good japanese film of the 1950s => country=japan kind=movie min_rating=7 years=1950-1959
a comedy under 100 minutes with a good rating => genre=comedy min_rating=7 runtime=-100
highly rated korean thrillers => country=south-korea genre=thriller min_rating=7
comedies with tom hanks => genre=comedy words=tom hanks
anime series from the 90s => country=japan genre=animation kind=series years=1990-1999
animated family films => genre=animation genre=family kind=movie
british crime series => country=united-kingdom genre=crime kind=series
italian horror of the seventies => country=italy genre=horror years=1970-1979
scary movies from the 80s => genre=horror kind=movie years=1980-1989
spanish language films => kind=movie language=es
movies in spanish under two hours => kind=movie language=es runtime=-120
movies shorter than 90 minutes => kind=movie runtime=-90
dramas less than an hour and a half => genre=drama runtime=-90
documentaries at most 60 minutes => genre=documentary runtime=-60
top rated science fiction => genre=science-fiction sort=rating
romcoms of the 2000s => genre=comedy genre=romance years=2000-2009
romantic comedies with meg ryan => genre=comedy genre=romance words=meg ryan
sci-fi movies 1982 => genre=science-fiction kind=movie years=1982
musicals from the fifties => genre=musical years=1950-1959
mexican dramas before 1960 => country=mexico genre=drama years=-1959
swedish films by bergman => country=sweden kind=movie words=bergman
danish tv series => country=denmark kind=series
films starring de niro and pacino => kind=movie words=niro and pacino
argentine comedies => country=argentina genre=comedy
greek comedy => country=greece genre=comedy
czech films of the 60s => country=czech-republic kind=movie years=1960-1969
turkish romance series => country=turkey genre=romance kind=series
dutch thrillers => country=netherlands genre=thriller
kids movies => genre=kids kind=movie
children's films => genre=kids kind=movie
biographical films => genre=biography kind=movie
historical dramas => genre=drama genre=history
film noir 1940s => genre=film-noir years=1940-1949
american westerns after 1960 => country=united-states genre=western years=1961-
german films in english => country=germany kind=movie language=en
k-dramas => country=south-korea kind=series
bollywood movies => country=india kind=movie
east german films => country=east-germany kind=movie
chinese war movies => country=china genre=war kind=movie
films about chess => about=chess kind=movie
short films => kind=movie runtime=-40
short films about love => about=love kind=movie runtime=-40
a film about a thief => about=thief kind=movie
great norwegian films => country=norway kind=movie min_rating=7
a french film => country=france kind=movie
best movies of 1994 => kind=movie sort=rating years=1994
new zealand horror => country=new-zealand genre=horror
cartoons => genre=animation
mystery miniseries => genre=mystery kind=series
persian films => kind=movie language=fa
movies over 3 hours => kind=movie runtime=180-
longest day => words=longest day
murder mystery => genre=mystery words=murder
Spanish-speaking comedies => genre=comedy language=es
1950's westerns => genre=western years=1950-1959
thrillers from 1990 to 1995 => genre=thriller years=1990-1995
well reviewed horror => genre=horror min_rating=7
a two hour drama => genre=drama words=two hour
no longer than 90 minutes => runtime=-90
1h30 or less => runtime=-90
supreme court drama => genre=drama words=supreme court
death note anime => country=japan genre=animation words=death note
anime japanese => country=japan genre=animation
war horse => genre=war words=horse
`,
  de: `
die neuesten Krimiserien => genre=crime kind=series sort=year
Horrorfilme, neueste zuerst => genre=horror kind=movie sort=year
beliebte französische Komödien => country=france genre=comedy sort=popularity
Filme wie Arrival => kind=movie like=Arrival
Serien ähnlich wie Dark => kind=series like=Dark
Filme mit Bewertung über 7,5 => kind=movie min_rating=7.5
Krimis besser als 8 => genre=crime min_rating=8
Filme mit mindestens 8 Punkten => kind=movie min_rating=8
Komödien mit einer Bewertung von mindestens 7 => genre=comedy min_rating=7
Serien 8+ => kind=series min_rating=8
bewertet mit 8 oder höher => min_rating=8
Komödien ohne Romanze => genre=-romance genre=comedy
Thriller, kein Horror => genre=-horror genre=thriller
Filme außer Western => genre=-western kind=movie
nicht amerikanische Krimis => country=-united-states genre=crime
Filme, aber keine Dramen => genre=-drama kind=movie
weder Horror noch Krieg => genre=-horror genre=-war
Serien, nicht aus den 90ern => kind=series years=-1990-1999
Komödien der 70er und 80er => genre=comedy years=1970-1989
Filme unter 1 Stunde und 20 Minuten => kind=movie runtime=-80
Horror 2010/2012 => genre=horror years=2010-2012
japanische Filme der 50er => country=japan kind=movie years=1950-1959
ein guter japanischer Film aus den 1950er Jahren => country=japan kind=movie min_rating=7 years=1950-1959
ein gutes japanisches Drama => country=japan genre=drama min_rating=7
Komödie unter 100 Minuten mit guter Bewertung => genre=comedy min_rating=7 runtime=-100
gut bewertete Thriller => genre=thriller min_rating=7
die besten französischen Komödien => country=france genre=comedy sort=rating
französischer Krimi => country=france genre=crime
Komödien mit Tom Hanks => genre=comedy words=Tom Hanks
deutsche Krimis aus den 70ern => country=germany genre=crime years=1970-1979
Krimiserien aus Schweden => country=sweden genre=crime kind=series
dänische Serie => country=denmark kind=series
koreanische Thriller => country=south-korea genre=thriller
Western aus Italien => country=italy genre=western
amerikanischer Western der fünfziger Jahre => country=united-states genre=western years=1950-1959
Filme aus den Achtzigern => kind=movie years=1980-1989
Achtzigerjahre Horror => genre=horror years=1980-1989
Dokumentationen über Musik => genre=documentary genre=music
Kurzfilme => runtime=-40
kurze Filme => kind=movie runtime=-40
Zeichentrickfilme => genre=animation kind=movie
Liebesfilme der 90er => genre=romance kind=movie years=1990-1999
romantische Komödien => genre=comedy genre=romance
Liebeskomödie => genre=comedy genre=romance
Actionfilme => genre=action kind=movie
Science-Fiction-Filme => genre=science-fiction kind=movie
Horrorfilm unter 90 Minuten => genre=horror kind=movie runtime=-90
Filme unter zwei Stunden => kind=movie runtime=-120
Komödie höchstens 90 Minuten => genre=comedy runtime=-90
nicht länger als 2 Stunden => runtime=-120
Filme länger als 3 Stunden => kind=movie runtime=180-
DDR-Filme => country=east-germany kind=movie
tschechische Filme => country=czech-republic kind=movie
sowjetischer Kriegsfilm => country=soviet-union genre=war kind=movie
polnische Dramen => country=poland genre=drama
spanische Serie => country=spain kind=series
österreichische Komödie => country=austria genre=comedy
britische Serien => country=united-kingdom kind=series
englischer Film => country=united-kingdom kind=movie
Filme auf Englisch => kind=movie language=en
türkische Liebesfilme => country=turkey genre=romance kind=movie
griechische Komödien => country=greece genre=comedy
holländischer Thriller => country=netherlands genre=thriller
Filme von Fassbinder => kind=movie words=Fassbinder
Abenteuerfilme für Kinder => genre=adventure genre=kids kind=movie
Familienfilm => genre=family kind=movie
Filme vor 1960 => kind=movie years=-1959
italienische Horrorfilme der siebziger => country=italy genre=horror kind=movie years=1970-1979
Anime-Serien => country=japan genre=animation kind=series
historische Dramen => genre=drama genre=history
Musikfilme => genre=music kind=movie
`,
  fr: `
les comédies françaises les plus récentes => country=france genre=comedy sort=year
films comme Arrival => kind=movie like=Arrival
séries semblables à Lost => kind=series like=Lost
films notés plus de 7,5 => kind=movie min_rating=7.5
comédies avec une note supérieure à 8 => genre=comedy min_rating=8
films notés au-dessus de 8 => kind=movie min_rating=8
séries 8+ => kind=series min_rating=8
drames notés 7,5 et plus => genre=drama min_rating=7.5
comédies sans romance => genre=-romance genre=comedy
films sauf horreur => genre=-horror kind=movie
films policiers, pas de drame => genre=-drama genre=crime kind=movie
films d'action pas américains => country=-united-states genre=action kind=movie
séries, pas d'horreur => genre=-horror kind=series
ni horreur ni guerre => genre=-horror genre=-war
comédies des années 80 et 90 => genre=comedy years=1980-1999
films de moins de 1 heure et 20 minutes => kind=movie runtime=-80
films japonais des années 50 => country=japan kind=movie years=1950-1959
un bon film japonais des années 1950 => country=japan kind=movie min_rating=7 years=1950-1959
une comédie de moins de 100 minutes avec une bonne note => genre=comedy min_rating=7 runtime=-100
comédies bien notées => genre=comedy min_rating=7
comédie grecque => country=greece genre=comedy
comédie turque => country=turkey genre=comedy
comédies italiennes des années 60 => country=italy genre=comedy years=1960-1969
série coréenne => country=south-korea kind=series
séries coréennes => country=south-korea kind=series
drame iranien => country=iran genre=drama
films d’horreur espagnols => country=spain genre=horror kind=movie
film allemand => country=germany kind=movie
série allemande => country=germany kind=series
les meilleures comédies françaises => country=france genre=comedy sort=rating
comédies avec Louis de Funès => genre=comedy words=Louis de Funès
films policiers => genre=crime kind=movie
polar français => country=france genre=crime
série policière britannique => country=united-kingdom genre=crime kind=series
films de guerre russes => country=russia genre=war kind=movie
film de science-fiction américain => country=united-states genre=science-fiction kind=movie
westerns italiens => country=italy genre=western
dessins animés => genre=animation
film d’animation japonais => country=japan genre=animation kind=movie
animé japonais => country=japan genre=animation
films en anglais => kind=movie language=en
courts métrages => runtime=-40
films courts => kind=movie runtime=-40
comédie romantique => genre=comedy genre=romance
comédies musicales => genre=musical
films historiques => genre=history kind=movie
documentaires sur la mer => about=mer genre=documentary
films avant 1960 => kind=movie years=-1959
films de 1994 => kind=movie years=1994
film de moins de deux heures => kind=movie runtime=-120
films de moins d’une heure et demie => kind=movie runtime=-90
film de plus de 3 heures => kind=movie runtime=180-
film suédois de Bergman => country=sweden kind=movie words=Bergman
films danois => country=denmark kind=movie
films norvégiens => country=norway kind=movie
film hollandais => country=netherlands kind=movie
film mexicaine => country=mexico kind=movie
films brésiliens => country=brazil kind=movie
film chinois => country=china kind=movie
films américaines des années quatre-vingt-dix => country=united-states kind=movie years=1990-1999
années quatre-vingt => years=1980-1989
années soixante-dix => years=1970-1979
films noirs => genre=film-noir
thriller finlandais => country=finland genre=thriller
série québécoise => kind=series words=québécoise
comédie belge => country=belgium genre=comedy
films suisses => country=switzerland kind=movie
film pour enfants => genre=kids kind=movie
`,
  es: `
las comedias francesas más recientes => country=france genre=comedy sort=year
comedias francesas populares => country=france genre=comedy sort=popularity
películas como Arrival => kind=movie like=Arrival
películas parecidas a Arrival => kind=movie like=Arrival
películas con nota superior a 7,5 => kind=movie min_rating=7.5
comedias con puntuación mayor que 8 => genre=comedy min_rating=8
series de más de 8 => kind=series min_rating=8
dramas con al menos 7 estrellas => genre=drama min_rating=7
películas sin romance => genre=-romance kind=movie
comedias, no de terror => genre=-horror genre=comedy
series excepto dramas => genre=-drama kind=series
películas que no sean americanas => country=-united-states kind=movie
ni terror ni guerra => genre=-horror genre=-war
comedias de los 80 y los 90 => genre=comedy years=1980-1999
películas de menos de 1 hora y 20 minutos => kind=movie runtime=-80
películas japonesas de los años 50 => country=japan kind=movie years=1950-1959
una buena película japonesa de los años cincuenta => country=japan kind=movie min_rating=7 years=1950-1959
comedia de menos de 100 minutos con buena puntuación => genre=comedy min_rating=7 runtime=-100
comedias con buena nota => genre=comedy min_rating=7
película bien valorada => kind=movie min_rating=7
las mejores comedias francesas => country=france genre=comedy sort=rating
series coreanas => country=south-korea kind=series
cine alemán => country=germany kind=movie
comedia alemana => country=germany genre=comedy
películas alemanas => country=germany kind=movie
dramas alemanes => country=germany genre=drama
películas de terror => genre=horror kind=movie
películas de miedo => genre=horror kind=movie
ciencia ficción de los 80 => genre=science-fiction years=1980-1989
dibujos animados => genre=animation
películas animadas => genre=animation kind=movie
cortos españoles => country=spain runtime=-40
documentales sobre la naturaleza => about=naturaleza genre=documentary
películas sobre el mar => about=mar kind=movie
cine bélico => genre=war kind=movie
película bélica soviética => country=soviet-union genre=war kind=movie
películas de guerra => genre=war kind=movie
películas del oeste => genre=western kind=movie
serie policíaca => genre=crime kind=series
cine negro => genre=film-noir
películas en inglés => kind=movie language=en
comedia romántica => genre=comedy genre=romance
comedias románticas => genre=comedy genre=romance
películas mexicanas => country=mexico kind=movie
comedia argentina => country=argentina genre=comedy
películas argentinas => country=argentina kind=movie
drama brasileño => country=brazil genre=drama
serie turca => country=turkey kind=series
comedia griega => country=greece genre=comedy
películas suecas => country=sweden kind=movie
serie danesa => country=denmark kind=series
película noruega => country=norway kind=movie
película polaca => country=poland kind=movie
cine iraní => country=iran kind=movie
serie inglesa => country=united-kingdom kind=series
película británica => country=united-kingdom kind=movie
película estadounidense => country=united-states kind=movie
películas americanas => country=united-states kind=movie
películas de acción de menos de dos horas => genre=action kind=movie runtime=-120
películas de menos de hora y media => kind=movie runtime=-90
película de más de 3 horas => kind=movie runtime=180-
películas anteriores a 1960 => kind=movie years=-1959
películas de 1994 => kind=movie years=1994
década de 1970 => years=1970-1979
comedias con Cantinflas => genre=comedy words=Cantinflas
películas de Almodóvar => kind=movie words=Almodóvar
películas infantiles => genre=kids kind=movie
cine chino => country=china kind=movie
películas históricas => genre=history kind=movie
thriller coreano => country=south-korea genre=thriller
`,
  pt: `
as comédias francesas mais recentes => country=france genre=comedy sort=year
filmes como Arrival => kind=movie like=Arrival
filmes parecidos com Arrival => kind=movie like=Arrival
filmes com nota acima de 7,5 => kind=movie min_rating=7.5
comédias com avaliação superior a 8 => genre=comedy min_rating=8
séries com mais de 8 pontos => kind=series min_rating=8
filmes sem romance => genre=-romance kind=movie
comédias, não de terror => genre=-horror genre=comedy
séries exceto dramas => genre=-drama kind=series
filmes que não sejam americanos => country=-united-states kind=movie
comédias no Brasil => country=brazil genre=comedy words=no
filmes com menos de 1 hora e 20 minutos => kind=movie runtime=-80
filmes japoneses dos anos 50 => country=japan kind=movie years=1950-1959
um bom filme japonês dos anos 1950 => country=japan kind=movie min_rating=7 years=1950-1959
comédia com menos de 100 minutos e boa nota => genre=comedy min_rating=7 runtime=-100
comédias bem avaliadas => genre=comedy min_rating=7
as melhores comédias francesas => country=france genre=comedy sort=rating
séries coreanas => country=south-korea kind=series
filme alemão => country=germany kind=movie
comédia alemã => country=germany genre=comedy
filmes alemães => country=germany kind=movie
séries alemãs => country=germany kind=series
drama iraniano => country=iran genre=drama
filmes de terror => genre=horror kind=movie
filme de ação => genre=action kind=movie
ficção científica dos anos 80 => genre=science-fiction years=1980-1989
desenhos animados => genre=animation
filmes de animação => genre=animation kind=movie
curtas-metragens => runtime=-40
curtas brasileiros => country=brazil runtime=-40
documentários sobre música => genre=documentary genre=music
filmes de guerra => genre=war kind=movie
filmes de faroeste => genre=western kind=movie
séries policiais => genre=crime kind=series
filme policial => genre=crime kind=movie
filmes em inglês => kind=movie language=en
comédia romântica => genre=comedy genre=romance
comédias românticas => genre=comedy genre=romance
filmes mexicanos => country=mexico kind=movie
comédia argentina => country=argentina genre=comedy
filme grego => country=greece kind=movie
comédia grega => country=greece genre=comedy
filmes suecos => country=sweden kind=movie
série dinamarquesa => country=denmark kind=series
filme norueguês => country=norway kind=movie
filmes poloneses => country=poland kind=movie
filme polaco => country=poland kind=movie
série inglesa => country=united-kingdom kind=series
filme britânico => country=united-kingdom kind=movie
filmes americanos => country=united-states kind=movie
filme estadunidense => country=united-states kind=movie
filmes de menos de duas horas => kind=movie runtime=-120
filmes com até 90 minutos => kind=movie runtime=-90
filmes de menos de uma hora e meia => kind=movie runtime=-90
filmes com mais de 3 horas => kind=movie runtime=180-
filmes antes de 1960 => kind=movie years=-1959
anos noventa => years=1990-1999
década de 1980 => years=1980-1989
comédias com Mazzaropi => genre=comedy words=Mazzaropi
filmes infantis => genre=kids kind=movie
filmes italianos de terror => country=italy genre=horror kind=movie
filmes russos => country=russia kind=movie
série espanhola => country=spain kind=series
filmes portugueses => country=portugal kind=movie
musicais dos anos 50 => genre=musical years=1950-1959
filmes históricos => genre=history kind=movie
filme chinês => country=china kind=movie
`,
  ja: `
最新の韓国映画 => country=south-korea kind=movie sort=year
人気の韓国映画 => country=south-korea kind=movie sort=popularity
インセプションのような映画 => kind=movie like=インセプション
評価7.5以上の映画 => kind=movie min_rating=7.5
評価が8以上のホラー => genre=horror min_rating=8
8点以上の映画 => kind=movie min_rating=8
ホラー以外の映画 => genre=-horror kind=movie
ホラーではない映画 => genre=-horror kind=movie
恋愛なしのコメディ => genre=-romance genre=comedy
アメリカ以外のスリラー => country=-united-states genre=thriller
80年代と90年代のコメディ => genre=comedy years=1980-1999
1950年代の日本映画 => country=japan kind=movie years=1950-1959
1950年代の良い日本映画 => country=japan kind=movie min_rating=7 years=1950-1959
100分以内の評価の高いコメディ => genre=comedy min_rating=7 runtime=-100
高評価のコメディ => genre=comedy min_rating=7
90年代のフランスのコメディ => country=france genre=comedy years=1990-1999
最高の韓国映画 => country=south-korea kind=movie sort=rating
トム・ハンクスのコメディ => genre=comedy words=トム・ハンクス
韓国ドラマ => country=south-korea genre=drama
韓国のスリラー => country=south-korea genre=thriller
怖い映画 => genre=horror kind=movie
ホラー映画 => genre=horror kind=movie
80年代のホラー => genre=horror years=1980-1989
イタリアの西部劇 => country=italy genre=western
アメリカの西部劇 => country=united-states genre=western
時代劇 => genre=history
恋愛映画 => genre=romance kind=movie
ラブコメ => genre=comedy genre=romance
ロマンティックコメディ => genre=comedy genre=romance
ロマンチックな映画 => genre=romance kind=movie
アクション映画 => genre=action kind=movie
SF映画 => genre=science-fiction kind=movie
サスペンス映画 => genre=thriller kind=movie
戦争映画 => genre=war kind=movie
ミュージカル映画 => genre=musical kind=movie
ドキュメンタリー => genre=documentary
アニメ映画 => genre=animation kind=movie
日本のアニメ => country=japan genre=animation
英語の映画 => kind=movie language=en
フランス語の映画 => kind=movie language=fr
2時間以内の映画 => kind=movie runtime=-120
1時間半以内の映画 => kind=movie runtime=-90
3時間以上の映画 => kind=movie runtime=180-
90分未満のアニメ => genre=animation runtime=-90
短い映画 => kind=movie runtime=-40
短編映画 => kind=movie runtime=-40
ドイツ映画 => country=germany kind=movie
イギリスのドラマ => country=united-kingdom genre=drama
中国の戦争映画 => country=china genre=war kind=movie
台湾映画 => country=taiwan kind=movie
香港映画 => country=hong-kong kind=movie
スウェーデンの映画 => country=sweden kind=movie
ロシア映画 => country=russia kind=movie
ソ連の映画 => country=soviet-union kind=movie
インド映画 => country=india kind=movie
黒澤明監督の映画 => kind=movie words=黒澤明
1994年の映画 => kind=movie years=1994
1960年以前の映画 => kind=movie years=-1960
面白いコメディ => genre=comedy min_rating=7
名作ドラマ => genre=drama sort=rating
邦画 => country=japan kind=movie
家族向け映画 => genre=family kind=movie
子供向けアニメ => genre=animation genre=kids
歴史映画 => genre=history kind=movie
`,
  zh: `
最新的韩国电影 => country=south-korea kind=movie sort=year
热门韩国电影 => country=south-korea kind=movie sort=popularity
类似盗梦空间的电影 => kind=movie like=盗梦空间
像盗梦空间一样的电影 => kind=movie like=盗梦空间
评分7.5以上的电影 => kind=movie min_rating=7.5
评分高于8的喜剧 => genre=comedy min_rating=8
8分以上的电影 => kind=movie min_rating=8
評分8以上的電影 => kind=movie min_rating=8
不是恐怖片的电影 => genre=-horror kind=movie
除了恐怖片以外的电影 => genre=-horror kind=movie
非美国电影 => country=-united-states kind=movie
没有爱情的喜剧 => genre=-romance genre=comedy
沒有愛情的喜劇 => genre=-romance genre=comedy
80年代和90年代的喜剧 => genre=comedy years=1980-1999
1950年代的日本电影 => country=japan kind=movie years=1950-1959
五十年代的日本好电影 => country=japan kind=movie min_rating=7 years=1950-1959
五十年代的日本好片 => country=japan kind=movie min_rating=7 years=1950-1959
100分钟以内的高分喜剧 => genre=comedy min_rating=7 runtime=-100
评分高的喜剧片 => genre=comedy kind=movie min_rating=7
不到100分钟的喜剧 => genre=comedy runtime=-100
90年代的法国喜剧 => country=france genre=comedy years=1990-1999
九十年代法国喜剧片 => country=france genre=comedy kind=movie years=1990-1999
最好的韩国电影 => country=south-korea kind=movie sort=rating
汤姆·汉克斯的喜剧 => genre=comedy words=汤姆·汉克斯
韩剧 => country=south-korea kind=series
美剧 => country=united-states kind=series
日剧 => country=japan kind=series
英剧 => country=united-kingdom kind=series
韩国惊悚片 => country=south-korea genre=thriller kind=movie
恐怖片 => genre=horror kind=movie
80年代的恐怖片 => genre=horror kind=movie years=1980-1989
意大利西部片 => country=italy genre=western kind=movie
爱情片 => genre=romance kind=movie
爱情喜剧 => genre=comedy genre=romance
浪漫喜剧 => genre=comedy genre=romance
动作片 => genre=action kind=movie
科幻电影 => genre=science-fiction kind=movie
悬疑片 => genre=mystery kind=movie
战争片 => genre=war kind=movie
动画片 => genre=animation kind=movie
日本动漫 => country=japan genre=animation
纪录片 => genre=documentary
歌舞片 => genre=musical kind=movie
英语电影 => kind=movie language=en
两小时以内的电影 => kind=movie runtime=-120
一个半小时以内的电影 => kind=movie runtime=-90
超过3小时的电影 => kind=movie runtime=180-
短片 => kind=movie runtime=-40
德国电影 => country=germany kind=movie
英国电视剧 => country=united-kingdom kind=series
港片 => country=hong-kong kind=movie
国产电影 => country=china kind=movie
苏联战争片 => country=soviet-union genre=war kind=movie
张艺谋导演的电影 => kind=movie words=张艺谋
1994年的电影 => kind=movie years=1994
1960年以前的电影 => kind=movie years=-1959
好看的印度电影 => country=india kind=movie min_rating=7
犯罪片 => genre=crime kind=movie
儿童电影 => genre=kids kind=movie
喜劇電影 => genre=comedy kind=movie
韓國電影 => country=south-korea kind=movie
五十年代的日本電影 => country=japan kind=movie years=1950-1959
100分鐘以內的喜劇 => genre=comedy runtime=-100
義大利西部片 => country=italy genre=western kind=movie
戰爭片 => genre=war kind=movie
動畫片 => genre=animation kind=movie
紀錄片 => genre=documentary
愛情喜劇 => genre=comedy genre=romance
驚悚片 => genre=thriller kind=movie
韓劇 => country=south-korea kind=series
科幻電影 => genre=science-fiction kind=movie
懸疑片 => genre=mystery kind=movie
動作冒險片 => genre=action genre=adventure kind=movie
評分高的電影 => kind=movie min_rating=7
最好的法國電影 => country=france kind=movie sort=rating
台灣電影 => country=taiwan kind=movie
英國電視劇 => country=united-kingdom kind=series
兩小時以內的電影 => kind=movie runtime=-120
德語電影 => kind=movie language=de
歷史劇情片 => genre=drama genre=history kind=movie
兒童動畫 => genre=animation genre=kids
紐西蘭電影 => country=new-zealand kind=movie
`,
  ar: `
أحدث الأفلام الفرنسية => country=france kind=movie sort=year
أفلام مثل أرايفل => kind=movie like=أرايفل
أفلام بتقييم أعلى من 7.5 => kind=movie min_rating=7.5
أفلام تقييمها فوق ٧٫٥ => kind=movie min_rating=7.5
كوميديا تقييم 8 => genre=comedy min_rating=8
أفلام بدون رعب => genre=-horror kind=movie
كوميديا ليست رومانسية => genre=-romance genre=comedy
أفلام غير أمريكية => country=-united-states kind=movie
أفلام ما عدا الرعب => genre=-horror kind=movie
أفلام يابانية من الخمسينات => country=japan kind=movie years=1950-1959
فيلم ياباني جيد من الخمسينيات => country=japan kind=movie min_rating=7 years=1950-1959
كوميديا أقل من 100 دقيقة بتقييم جيد => genre=comedy min_rating=7 runtime=-100
أفلام كوميدية بتقييم عال => genre=comedy kind=movie min_rating=7
أفضل الأفلام الفرنسية => country=france kind=movie sort=rating
أفلام كوميدية مع توم هانكس => genre=comedy kind=movie words=توم هانكس
أفلام رعب => genre=horror kind=movie
فيلم رعب كوري => country=south-korea genre=horror kind=movie
أفلام أكشن => genre=action kind=movie
أفلام حركة أمريكية => country=united-states genre=action kind=movie
مسلسلات تركية => country=turkey kind=series
مسلسل كوري => country=south-korea kind=series
مسلسلات كورية => country=south-korea kind=series
المسلسلات التركية => country=turkey kind=series
أفلام هندية => country=india kind=movie
فيلم مصري => country=egypt kind=movie
أفلام مصرية من الستينات => country=egypt kind=movie years=1960-1969
أفلام قصيرة => kind=movie runtime=-40
فيلم وثائقي عن البحر => about=البحر genre=documentary kind=movie
أفلام وثائقية => genre=documentary kind=movie
أفلام أقل من ساعتين => kind=movie runtime=-120
أفلام أقل من ساعة ونصف => kind=movie runtime=-90
أفلام أكثر من 3 ساعات => kind=movie runtime=180-
أفلام الثمانينات => kind=movie years=1980-1989
أفلام التسعينيات => kind=movie years=1990-1999
أفلام خيال علمي => genre=science-fiction kind=movie
أفلام الخيال العلمي => genre=science-fiction kind=movie
رسوم متحركة => genre=animation
أفلام كرتون => genre=animation kind=movie
أنمي => country=japan genre=animation
أفلام رومانسية => genre=romance kind=movie
كوميديا رومانسية => genre=comedy genre=romance
أفلام حرب روسية => country=russia genre=war kind=movie
أفلام الحرب => genre=war kind=movie
أفلام حربية سوفيتية => country=soviet-union genre=war kind=movie
أفلام ألمانية => country=germany kind=movie
فيلم ألماني => country=germany kind=movie
كوميديا يونانية => country=greece genre=comedy
أفلام إيطالية => country=italy kind=movie
فيلم إيراني => country=iran kind=movie
أفلام إيرانية => country=iran kind=movie
أفلام باللغة الإنجليزية => kind=movie language=en
أفلام بالإنجليزية => kind=movie language=en
أفلام بريطانية => country=united-kingdom kind=movie
دراما صينية => country=china genre=drama
أفلام من اليابان => country=japan kind=movie
أفلام فرنسا => country=france kind=movie
أفلام قبل 1960 => kind=movie years=-1959
أفلام 1994 => kind=movie years=1994
أفلام تاريخية => genre=history kind=movie
أفلام جريمة => genre=crime kind=movie
أفلام غموض => genre=mystery kind=movie
أفلام الأطفال => genre=kids kind=movie
أفلام عائلية => genre=family kind=movie
أفلام موسيقية => genre=music kind=movie
أفلام يوسف شاهين => kind=movie words=يوسف شاهين
فيلم أسترالي => country=australia kind=movie
أفلام سويدية => country=sweden kind=movie
أحسن فيلم إسباني => country=spain kind=movie sort=rating
`,
};
