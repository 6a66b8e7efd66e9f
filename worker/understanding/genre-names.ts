/**
 * The names of genres, one genre per line. A line has the English names that sources use, and then a name in each
 * language, in the order of `LANGUAGES`. The word for titles of the genre follows after a slash if it is different.
 */
export const GENRE_NAMES = `
Action|Action|Acción|Action|Action|Ação|アクション|动作|حركة
Adventure|Adventure|Aventura|Aventure|Abenteuer|Aventura|アドベンチャー|冒险|مغامرة
Animation|Animation|Animación|Animation|Animation|Animação|アニメーション|动画|رسوم متحركة
Biography|Biography/Biographies|Biografía/Biografías|Biographie/Biographies|Biografie/Biografien|Biografia/Biografias|伝記|传记|سيرة/سير
Comedy|Comedy/Comedies|Comedia/Comedias|Comédie/Comédies|Komödie/Komödien|Comédia/Comédias|コメディ|喜剧|كوميديا
Crime|Crime|Crimen|Policier/Policiers|Krimi/Krimis|Crime|犯罪|犯罪|جريمة
Documentary|Documentary/Documentaries|Documental/Documentales|Documentaire/Documentaires|Dokumentarfilm/Dokumentarfilme|Documentário/Documentários|ドキュメンタリー|纪录片|وثائقي/وثائقيات
Drama|Drama/Dramas|Drama/Dramas|Drame/Drames|Drama/Dramen|Drama/Dramas|ドラマ|剧情|دراما
Family|Family|Familiar/Títulos familiares|Famille|Familie|Família|ファミリー|家庭|عائلي/أعمال عائلية
Fantasy|Fantasy|Fantasía|Fantastique|Fantasy|Fantasia|ファンタジー|奇幻|خيال
Film-Noir|Film noir/Films noirs|Cine negro|Film noir/Films noirs|Film noir/Films noirs|Filme noir/Filmes noir|フィルム・ノワール|黑色电影|فيلم نوار/أفلام نوار
Game Show, Game-Show|Game show/Game shows|Concurso/Concursos|Jeu télévisé/Jeux télévisés|Spielshow/Spielshows|Game show/Game shows|ゲーム番組|游戏节目|برنامج مسابقات/برامج مسابقات
History|History|Historia|Histoire|Historie|História|歴史|历史|تاريخي/أعمال تاريخية
Horror|Horror|Terror|Horreur|Horror|Terror|ホラー|恐怖|رعب
Kids|Children’s/Children’s titles|Infantil/Títulos infantiles|Jeunesse|Kinder|Infantil/Títulos infantis|キッズ|儿童|أطفال
Music|Music|Música|Musique|Musik|Música|音楽|音乐|موسيقى
Musical|Musical/Musicals|Musical/Musicales|Comédie musicale/Comédies musicales|Musical/Musicals|Musical/Musicais|ミュージカル|歌舞|موسيقي/أعمال موسيقية
Mystery|Mystery/Mysteries|Misterio|Mystère|Mystery|Mistério|ミステリー|悬疑|غموض
News|News|Noticias|Actualités|Nachrichten|Notícias|ニュース|新闻|أخبار
Politics|Politics|Política|Politique|Politik|Política|政治|政治|سياسة
Reality, Reality-TV|Reality|Telerrealidad|Téléréalité|Reality|Reality show|リアリティ番組|真人秀|تلفزيون الواقع
Romance|Romance/Romances|Romance/Romances|Romance/Romances|Romanze/Romanzen|Romance/Romances|ロマンス|爱情|رومانسي/أعمال رومانسية
Science Fiction, Sci-Fi|Science fiction|Ciencia ficción|Science-fiction|Science-Fiction|Ficção científica|SF|科幻|خيال علمي
Short|Short film/Short films|Cortometraje/Cortometrajes|Court métrage/Courts métrages|Kurzfilm/Kurzfilme|Curta-metragem/Curtas-metragens|短編|短片|فيلم قصير/أفلام قصيرة
Soap|Soap opera/Soap operas|Telenovela/Telenovelas|Feuilleton/Feuilletons|Seifenoper/Seifenopern|Novela/Novelas|ソープオペラ|肥皂剧|مسلسل درامي طويل/مسلسلات درامية طويلة
Sport|Sport|Deporte|Sport|Sport|Esporte|スポーツ|体育|رياضة
Talk Show, Talk, Talk-Show|Talk show/Talk shows|Programa de entrevistas/Programas de entrevistas|Talk-show/Talk-shows|Talkshow/Talkshows|Programa de entrevistas/Programas de entrevistas|トーク番組|脱口秀|برنامج حواري/برامج حوارية
Thriller|Thriller/Thrillers|Suspense|Thriller/Thrillers|Thriller|Suspense|スリラー|惊悚|إثارة
TV Movie|TV film/TV films|Película para televisión/Películas para televisión|Téléfilm/Téléfilms|Fernsehfilm/Fernsehfilme|Telefilme/Telefilmes|テレビ映画|电视电影|فيلم تلفزيوني/أفلام تلفزيونية
War|War|Bélico/Títulos bélicos|Guerre|Krieg|Guerra|戦争|战争|حرب
Western|Western/Westerns|Wéstern/Wésterns|Western/Westerns|Western|Faroeste/Faroestes|西部劇|西部|غرب أمريكي
`;
